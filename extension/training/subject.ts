import type { ParameterValue } from '../../core/protocol/bridge/jobs';
import type { TrainingParams, TrainingSubject } from '../../core/protocol/panels/training';

/** Reads what an earlier window stored; null where it makes no sense. */
export function readSubject(value: unknown): TrainingSubject | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, recipe, job, params } = value as Readonly<Record<string, unknown>>;
  if (!isName(recipe)) return null;
  if (kind === 'job') return isName(job) ? { kind, recipe, job } : null;
  if (kind !== 'form') return null;
  return { kind, recipe, params: readParams(params) };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value);
}

function readParams(value: unknown): TrainingParams | null {
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value).filter((entry): entry is [string, ParameterValue] =>
    ['string', 'number', 'boolean'].includes(typeof entry[1]),
  );
  return Object.fromEntries(entries);
}
