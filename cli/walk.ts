import { isAbsolute, relative, resolve } from 'node:path';
import { slashed } from '../core/rollouts/walk';

export { filesOf, naturalOrder, type InputFile } from '../core/rollouts/walk';

/** A path as it is printed: relative to the working folder where it lies inside it, as given elsewhere. */
export function shownPath(path: string, cwd: string): string {
  const inside = relative(cwd, resolve(cwd, path));
  return slashed(inside.startsWith('..') || isAbsolute(inside) ? path : inside);
}
