import type { RawRecord } from '../../core/containers/container';
import type { Position } from '../../core/protocol/server';
import { RecordPositions } from '../../core/rollouts/record-positions';

/** The line and character of a byte of the file that stands in a record, which may take many lines. */
export function faultPosition(record: RawRecord, byte: number): Position {
  const before = Buffer.from(record.text, 'utf8').subarray(0, Math.max(0, byte - record.byteStart));
  const { line, character } = new RecordPositions(record).toFile(before.toString('utf8').length);
  return { line, character };
}
