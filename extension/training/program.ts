import { delimiter, isAbsolute, join } from 'node:path';
import { isProgram } from '../../core/training/program';

/** Absolute path of a program: as it stands, or a name on the PATH; null where there is none. Links stay, for a virtual environment is one. */
export function findProgram(
  text: string,
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): string | null {
  const suffixes = platform === 'win32' ? ['', '.exe'] : [''];
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const bases = isAbsolute(text)
    ? [text]
    : /[\\/]/.test(text) || text === ''
      ? []
      : folders.map((folder) => join(folder, text));
  return bases.flatMap((base) => suffixes.map((suffix) => base + suffix)).find(isProgram) ?? null;
}
