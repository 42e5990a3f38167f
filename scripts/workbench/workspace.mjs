// A workspace for tests: a copy, so that no test can change the checkout.
// @ts-check
import { cpSync, existsSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { removeFolder } from './remove-folder.mjs';

/**
 * Copies a folder (by default the examples) into a temporary one.
 * @param {string} [from]
 */
export function workspaceCopy(from = join(root, 'examples')) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tracehop-workspace-')));
  if (existsSync(from)) cpSync(from, folder, { recursive: true });
  else writeFileSync(join(folder, 'README.md'), 'An empty workspace.\n');
  const dispose = () => removeFolder(folder);
  process.once('exit', dispose);
  return { folder, dispose };
}
