import type { RecordReading, RawRecord } from './container';
import type { OwnText } from './fields/own-text';
import type { RolloutSource } from '../trace/model';

/** A record without rollouts and without faults. */
export const NOTHING: RecordReading = { rollouts: [], fault: null, withoutText: null };

/** A record that cannot be read, with the fault at its first byte. */
export function broken(record: RawRecord, message: string): RecordReading {
  return { ...NOTHING, fault: { message, byte: record.byteStart } };
}

/** What a container found out about one rollout. */
export interface Found {
  readonly question: string | null;
  readonly golds: readonly string[];
  readonly text: OwnText;
  readonly recorded: Readonly<Record<string, unknown>>;
}

/** A record that holds one rollout. */
export function one(record: RawRecord, file: string, found: Found): RecordReading {
  return { rollouts: [rolloutOf(record, file, found, null)], fault: null, withoutText: null };
}

/** The rollout number `sample` of a record; null where the record holds one only. */
export function rolloutOf(
  record: RawRecord,
  file: string,
  found: Found,
  sample: number | null,
): RolloutSource {
  const { question, golds, text, recorded } = found;
  const source = {
    id: `${file}#${record.index}${sample === null ? '' : `.${sample}`}`,
    file,
    index: record.index,
    sample: sample ?? 0,
    question,
    golds,
    text: text.text,
    parts: text.parts,
    recorded,
  };
  return text.tokenRuns.length > 0 ? { ...source, tokenRuns: text.tokenRuns } : source;
}
