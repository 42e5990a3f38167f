import type { ByteSource } from '../containers/byte-source';
import type { FileSample } from '../containers/container';
import { decode } from '../containers/framing/decode';
import { LONGEST_SAMPLED } from '../containers/recognise';
import type { RolloutSource } from '../trace/model';
import { SAMPLED_ROLLOUTS } from './dialect-choice';
import { readRecord, type EntryReading } from './record-reading';

/** Bytes read in search of enough rollouts to choose a dialect by. */
const DIALECT_BYTES = 4 * 1024 * 1024;

/** Bytes read at a time while the dialect is chosen. */
const FIRST_CHUNK = 256 * 1024;

/** The first rollouts of a file, to choose its dialect by; of long records what their sketches hold. */
export async function firstRollouts(
  source: ByteSource,
  { records: [sampled] }: FileSample,
  reading: EntryReading,
  signal: AbortSignal | undefined,
): Promise<readonly RolloutSource[]> {
  if (sampled?.sketched) {
    // Looking for its end once more would take as long as all the rest.
    const place = { index: 0, byteStart: 0, byteEnd: 0, line: 0 };
    return readRecord(reading, { ...place, text: sampled.text, invalidByte: null }, null).rollouts;
  }
  const rollouts: RolloutSource[] = [];
  for await (const batch of reading.framing.spans(source, {
    signal,
    chunkBytes: FIRST_CHUNK,
    held: LONGEST_SAMPLED,
  })) {
    for (const span of batch) {
      const sketch = span.sketch?.bytes;
      const read = sketch
        ? readRecord(reading, decode({ ...span, bytes: sketch }), null).rollouts
        : readRecord(reading, decode(span), span.problem).rollouts;
      for (const rollout of read.slice(0, SAMPLED_ROLLOUTS - rollouts.length)) rollouts.push(rollout);
      if (rollouts.length >= SAMPLED_ROLLOUTS) return rollouts;
    }
    const reached = batch.at(-1)?.byteEnd ?? 0;
    if (reached >= DIALECT_BYTES) break;
  }
  return rollouts;
}
