import type { RecordFault } from '../core/containers/container';
import { faultPosition, type FilePosition } from '../core/rollouts/record-positions';
import { RolloutPositions, SharedPositions } from '../core/rollouts/positions';
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
export function problemsOf(file: RolloutFile, path: string, entry: Entry): Problem[] {
  const { fault, record, rollouts } = entry;
  const shared = new SharedPositions(record, rollouts);
  return [
    ...(fault ? [faultProblem(file, path, entry, fault)] : []),
    ...rollouts.flatMap((rollout) => findingProblems(path, rollout, shared)),
  ];
}

function faultProblem(
  file: RolloutFile,
  path: string,
  { record, place, rollouts }: Entry,
  fault: RecordFault,
): Problem {
  const at = faultPosition(record, fault.byte);
  return {
    path,
    id: rollouts[0]?.id ?? `${file.name}#${place.index}`,
    rule: BROKEN_RECORD.id,
    severity: rollouts.length > 0 ? 'warning' : BROKEN_RECORD.severity,
    turn: null,
    range: null,
    from: at,
    to: at,
    message: fault.message,
  };
}

function findingProblems(path: string, rollout: Rollout, shared: SharedPositions): Problem[] {
  if (rollout.findings.length === 0) return [];
  const positions = new RolloutPositions(shared, rollout);
  return rollout.findings.map(({ rule, severity, turn, start, end, message }) => {
    const { start: from, end: to } = positions.rangeToFile({ start, end });
    return { path, id: rollout.id, rule, severity, turn, range: { start, end }, from, to, message };
  });
}
