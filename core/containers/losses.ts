import type { Loss, RecordReading } from './container';

/** A reading with the losses that are there; as it is where none is, or where nothing was read that could lose. */
export function withLosses(reading: RecordReading, losses: readonly (Loss | null)[]): RecordReading {
  const found = losses.filter((loss) => loss !== null);
  const empty = reading.rollouts.length === 0 && reading.measured === undefined;
  return found.length === 0 || empty
    ? reading
    : { ...reading, losses: [...(reading.losses ?? []), ...found] };
}

/** Something that is not in the file. */
export function absent(what: string): Loss {
  return { kind: 'absent', what };
}

/** Something that was concluded and does not stand in the file. */
export function guessed(what: string): Loss {
  return { kind: 'guessed', what };
}

/** Something that the writer cut off. */
export function cut(what: string): Loss {
  return { kind: 'cut', what };
}

export const NO_QUESTION = absent('the question is not in the file');
export const NO_DOCUMENTS = absent('what was retrieved is not in the file');
export const NO_GOLDS = absent('accepted answers are not in the file');
export const NO_TEXTS = absent('the texts of the documents are not in the file, only their names');
export const NO_ANSWER = absent('the answer is not in the file');
export const QUERY_GUESSED = guessed('the query is not in the file; the question stands for it');
