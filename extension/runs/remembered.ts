import { isObject } from '../../core/json';
import { isPaths } from '../rollouts/read-subject';
import { keyOf } from '../rollouts/target';

/** A set of files that was opened as a table, in this window or an earlier one. */
export interface RememberedRun {
  /** URIs of files and folders. */
  readonly paths: readonly string[];
  readonly name: string;
}

/** How many are remembered: more are no list of recent ones. */
export const MOST_RUNS = 30;

/** What an earlier window may have stored, as far as it makes sense. */
export function readRuns(value: unknown): readonly RememberedRun[] {
  if (!Array.isArray(value)) return [];
  const runs = value.flatMap((each: unknown) => {
    if (!isObject(each)) return [];
    const { paths, name } = each;
    return isPaths(paths) && typeof name === 'string' ? [{ paths, name }] : [];
  });
  const keys = runs.map(({ paths }) => keyOf(paths));
  return runs.filter((_, at) => keys.indexOf(keys[at] ?? '') === at).slice(0, MOST_RUNS);
}

/** The list with a run at its top. One that is in it already keeps its place: nothing is to jump. */
export function withRun(runs: readonly RememberedRun[], run: RememberedRun): readonly RememberedRun[] {
  const key = keyOf(run.paths);
  if (runs.some(({ paths }) => keyOf(paths) === key)) return runs;
  return [run, ...runs].slice(0, MOST_RUNS);
}

export function withoutRun(runs: readonly RememberedRun[], key: string): readonly RememberedRun[] {
  return runs.filter(({ paths }) => keyOf(paths) !== key);
}
