import type { Diagnostic } from 'vscode-languageserver';
import { openRolloutFile } from '../../core/rollouts/open';
import { faultPosition } from '../../core/rollouts/record-positions';
import type { Entry, RolloutFile } from '../../core/rollouts/rollout-file';
import { diagnosticOf, faultDiagnostic } from '../diagnostics/diagnostic';
import { placeRecord } from '../files/placed-record';
import { Pacer } from '../host/pause';
import type { Batch, Job } from './messages';

/** Time between batches, in milliseconds. */
const BATCH_MS = 300;

/** Places the findings of a whole file, up to `most`, and counts the others. */
export async function findingsOfFile(
  job: Extract<Job, { kind: 'findings' }>,
  signal: AbortSignal,
  send: (batch: Batch) => void,
): Promise<void> {
  const file = await openRolloutFile(job.path, { ...job.options, signal });
  try {
    const pacer = new Pacer();
    let room = job.most;
    let batch: Diagnostic[] = [];
    let left = 0;
    let next: Diagnostic['range'] | null = null;
    let sent = performance.now();
    const flush = (): void => {
      send({ kind: 'findings', id: job.id, diagnostics: batch, left, next });
      batch = [];
      sent = performance.now();
    };
    for await (const entry of file.entries(0, signal)) {
      const count = entry.rollouts.reduce((sum, { findings }) => sum + findings.length, entry.fault ? 1 : 0);
      if (count > 0 && (room > 0 || next === null)) {
        const placed = await diagnosticsOf(job.uri, file, entry, signal);
        next ??= placed[room]?.range ?? null;
        batch.push(...placed.slice(0, room));
      }
      left += Math.max(0, count - room);
      room = Math.max(0, room - count);
      if (performance.now() - sent > BATCH_MS && batch.length > 0) flush();
      await pacer.pause(signal);
    }
    flush();
  } finally {
    await file.close();
  }
}

async function diagnosticsOf(
  uri: string,
  file: RolloutFile,
  entry: Entry,
  signal: AbortSignal,
): Promise<Diagnostic[]> {
  const record = await file.recordAt(entry.place.index, signal);
  if (!record) return [];
  const { rollouts } = placeRecord(uri, entry, record);
  const found = rollouts.flatMap((placed) =>
    placed.rollout.findings.map((finding) => diagnosticOf(placed, finding)),
  );
  if (!entry.fault) return found;
  const { line, character } = faultPosition(record, entry.fault.byte);
  const start = { line, character };
  const range = { start, end: { line, character: character + 1 } };
  return [faultDiagnostic(entry.fault.message, range, rollouts.length > 0), ...found];
}
