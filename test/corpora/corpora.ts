import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where real files that others wrote may lie: the checkout's neighbour, also seen from a worktree. */
const PLACES = [
  process.env['TRACEHOP_CORPORA'],
  resolve(import.meta.dirname, '../../../shared/corpora'),
  resolve(import.meta.dirname, '../../../../shared/corpora'),
];

/** The folder of real corpora, or null where there is none: then the lane has no tests. */
export const corpora: string | null =
  PLACES.find((place): place is string => place !== undefined && existsSync(join(place, 'INDEX.md'))) ?? null;

/** Path of a file of the corpora. */
export function corpus(path: string): string {
  if (corpora === null) throw new Error(`${path}: no corpora here; set TRACEHOP_CORPORA`);
  return join(corpora, path);
}
