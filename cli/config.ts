import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { configChoice, type ConfigChoice } from '../core/config/config';
import { CONFIG_NAME } from '../core/config/config-name';
import { readConfig } from '../core/config/read';
import { UsageError } from '../core/containers/usage-error';
import type { Io } from './io';
import { shownPath } from './walk';
import { messageOf } from '../core/message-of';

/** Problems of a file that are listed. */
const MOST_LISTED = 10;

/**
 * What the `tracehop.yml` that holds for a command chooses for a path. It is that of the current folder, else the
 * nearest above the first path, beginning with the path itself where it is a folder. Fails with a `UsageError` that lists what is wrong with it.
 */
export async function configFor(
  { cwd }: Pick<Io, 'cwd'>,
  paths: readonly string[],
): Promise<(path: string) => ConfigChoice> {
  for (const folder of [cwd, ...foldersFrom(resolve(cwd, paths[0] ?? '.'))]) {
    const path = join(folder, CONFIG_NAME);
    const text = await textOf(path);
    if (text === null) continue;
    const { config, problems } = readConfig(text);
    if (problems.length === 0) return (file) => configChoice(config, resolve(cwd, file), folder);
    const lines = problems.map(
      ({ line, column, message }) => `${shownPath(path, cwd)}:${line}:${column}: ${message}`,
    );
    const more = lines.length > MOST_LISTED ? `\nand ${lines.length - MOST_LISTED} more` : '';
    throw new UsageError(lines.slice(0, MOST_LISTED).join('\n') + more);
  }
  return () => ({});
}

function foldersFrom(path: string): string[] {
  const folders = [path];
  for (let folder = dirname(path); folder !== folders.at(-1); folder = dirname(folder)) folders.push(folder);
  return folders;
}

/** The text of a file; null where there is none, or where the path leads through one. */
async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    const reason = messageOf(error);
    throw new UsageError(`${path} cannot be read: ${reason}`);
  }
}
