import picomatch from 'picomatch';
import { containerOf } from '../../core/containers';
import type { Settings } from '../../core/protocol/server';
import type { OpenOptions } from '../../core/rollouts/rollout-file';
import { dialectOf } from '../../core/trace/dialects';
import type { Log } from './log';

/** How the user wants a file opened. A dialect or container that does not exist is told, and then detected. */
export function optionsFrom(settings: Settings, path: string, log: Log): OpenOptions {
  const { findings } = settings;
  const dialect = idFor(path, settings.dialects) ?? settings.dialect;
  const container = idFor(path, settings.containers) ?? settings.container;
  return {
    severities: findings.severity,
    ...(chosen(dialect, 'dialect', dialectOf, log) ? { dialect } : {}),
    ...(chosen(container, 'container', containerOf, log) ? { container } : {}),
  };
}

/** The id of the last pattern that matches a path: later entries are the more particular ones. */
function idFor(path: string, ids: Readonly<Record<string, string>>): string | null {
  const slashed = path.replaceAll('\\', '/');
  const match = Object.keys(ids).findLast((pattern) => {
    const anywhere = /^(?:\/|[a-z]:|\*\*)/i.test(pattern) ? pattern : `**/${pattern}`;
    return picomatch.isMatch(slashed, anywhere, { dot: true, noextglob: true });
  });
  return match === undefined ? null : (ids[match] ?? null);
}

function chosen(id: string, setting: string, known: (id: string) => object | null, log: Log): boolean {
  if (id === 'auto') return false;
  if (known(id)) return true;
  log.warn(`the setting tracehop.${setting} names "${id}", which does not exist; it is detected instead`);
  return false;
}
