import type { Loss } from '../container';
import type { JsonObject } from '../fields/values';
import { absent, cut } from '../losses';

const NO_PROMPT = absent('the prompt, and the opening `<think>`, which belongs to it');

/** What the sampling log of a reward server never holds. */
export const LOG_LOSSES: readonly Loss[] = [
  NO_PROMPT,
  absent('golds, step and group: rows of one request stand together, and nothing says which'),
];

const STOPPED = cut('the end of rollouts that were stopped (`stop_reason_final`)');

/** What a record of evaluation results does not hold. */
export function evaluationLosses(value: JsonObject): (Loss | null)[] {
  const stop = value['stop_reason_final'];
  return [NO_PROMPT, typeof stop === 'string' && stop !== 'finished' ? STOPPED : null];
}

/** `…_base_temp0.6_type1.jsonl`. (R1-Searcher: `evaluation/`) */
const NAME = /_base_temp(\d{1,3}(?:\.\d{1,6})?)_type([\w.-]{1,64})\.jsonl$/;

/** What the name of an evaluation file says of its run. */
export function runOf(file: string): { readonly temperature?: number; readonly type?: string } {
  const match = NAME.exec(file);
  return match ? { temperature: Number(match[1]), type: match[2] ?? '' } : {};
}
