import { delimiter, join } from 'node:path';
import { BridgeError } from '../core/protocol/bridge/codes';
import { isProgram } from '../core/training/program';
import { readHostSettings } from '../core/training/state-folder';
import type { BridgeOptions } from './options';
import type { Roots } from './paths';

/** What this host gives to jobs: read anew at every launch, for the owner may change it meanwhile. */
export function hostOf(options: BridgeOptions): {
  readonly python: string;
  roots(jobDir: string): Roots;
} {
  const settings = readHostSettings(options.state);
  const python =
    settings.python ??
    options.python ??
    onPath(process.platform === 'win32' ? ['python'] : ['python3', 'python']);
  if (python === null)
    throw new BridgeError(
      'engine.unavailable',
      'no Python on the PATH of the bridge; name one with --python',
    );
  return {
    python,
    roots: (jobDir) => ({
      workspace: [...options.workspace, ...settings.workspace],
      product: [options.product],
      job: [jobDir],
    }),
  };
}

/** The first program of these names on the PATH; null where there is none. Links stay: a virtual environment is one. */
function onPath(names: readonly string[]): string | null {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  for (const name of names) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      const path = join(folder, name + suffix);
      if (folder !== '' && isProgram(path)) return path;
    }
  }
  return null;
}
