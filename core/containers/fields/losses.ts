import type { Loss, RecordReading } from '../container';

/** What a file of a kind does not say. */
export function absent(...what: readonly string[]): readonly Loss[] {
  return what.map((each) => ({ kind: 'absent', what: each }));
}

/** What is not in the file and was put in its place. */
export function guessed(what: string): Loss {
  return { kind: 'guessed', what };
}

/** A reading with what was lost in it; as it is where nothing was. */
export function withLosses(reading: RecordReading, losses: readonly Loss[]): RecordReading {
  return losses.length > 0 && reading.rollouts.length > 0 ? { ...reading, losses } : reading;
}

export const NO_QUESTION = 'the question is not in the file';
export const NO_DOCUMENTS = 'what was retrieved is not in the file';
export const NO_GOLDS = 'accepted answers are not in the file';
export const NO_TEXTS = 'the texts of the documents are not in the file, only their names';
export const NO_ANSWER = 'the answer is not in the file';
export const QUERY_GUESSED = 'the query is not in the file; the question stands for it';
