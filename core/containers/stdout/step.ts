import type { Loss } from '../container';
import { epochStep } from './known-lines';
import { guessed } from '../losses';

const GUESSED = guessed('`step` is one more than that of the last metrics before the sample');

/** The step that a log's lines before a record say, from the record's key. */
export function stepIn(key: string | undefined): {
  readonly step: number | null;
  readonly losses: readonly Loss[];
} {
  const said = key === undefined ? null : epochStep(key);
  if (said) return { step: said.step, losses: [] };
  const after = /^after step (-?\d{1,15})$/.exec(key ?? '')?.[1];
  return after === undefined ? { step: null, losses: [] } : { step: Number(after) + 1, losses: [GUESSED] };
}
