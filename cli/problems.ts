import type { RawRecord } from '../core/containers/container';
import { RecordPositions, type FilePosition } from '../core/rollouts/record-positions';
import { RolloutPositions } from '../core/rollouts/positions';
import type { Entry, RolloutFile } from '../core/rollouts/rollout-file';
import type { Rollout, Severity } from '../core/trace/model';

/** A finding or a broken record, with its place in the file. */
export interface Problem {
  /** The path as it is printed. */
  readonly path: string;
  /** The rollout's id, or the record's. */
  readonly id: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly turn: number | null;
  /** Offsets in the own text; null for a broken record, which has none. */
  readonly range: { readonly start: number; readonly end: number } | null;
  readonly from: FilePosition;
  readonly to: FilePosition;
  readonly message: string;
}

/** The rule under which records that cannot be read are told. */
export const BROKEN_RECORD = {
  id: 'broken-record',
  title: 'A record cannot be read',
  severity: 'error',
  page: 'docs/broken-record.md',
} as const;

/** Everything wrong with one entry of a file. */
export async function problemsOf(file: RolloutFile, path: string, entry: Entry): Promise<Problem[]> {
  const { fault, place, rollouts } = entry;
  if (!fault && rollouts.every(({ findings }) => findings.length === 0)) return [];
  const record = await file.recordAt(place.index);
  if (!record) return [];
  return [
    ...(fault ? [faultProblem(file, path, entry, record)] : []),
    ...rollouts.flatMap((rollout) => findingProblems(path, rollout, record)),
  ];
}

function faultProblem(
  file: RolloutFile,
  path: string,
  { fault, place, rollouts }: Entry,
  record: RawRecord,
): Problem {
  const byte = fault?.byte ?? place.byteStart;
  const before = Buffer.from(record.text, 'utf8').subarray(0, Math.max(0, byte - place.byteStart));
  const positions = new RecordPositions(record);
  const at = { ...positions.toFile(Math.min(before.toString('utf8').length, record.text.length)), byte };
  return {
    path,
    id: rollouts[0]?.id ?? `${file.name}#${place.index}`,
    rule: BROKEN_RECORD.id,
    severity: rollouts.length > 0 ? 'warning' : BROKEN_RECORD.severity,
    turn: null,
    range: null,
    from: at,
    to: at,
    message: fault?.message ?? '',
  };
}

function findingProblems(path: string, rollout: Rollout, record: RawRecord): Problem[] {
  if (rollout.findings.length === 0) return [];
  const positions = new RolloutPositions(record, rollout);
  return rollout.findings.map(({ rule, severity, turn, start, end, message }) => {
    const { start: from, end: to } = positions.rangeToFile({ start, end });
    return { path, id: rollout.id, rule, severity, turn, range: { start, end }, from, to, message };
  });
}
