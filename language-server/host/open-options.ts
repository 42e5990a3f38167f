import { containerOf } from '../../core/containers';
import type { Settings } from '../../core/protocol/server';
import { choiceFor } from '../../core/rollouts/choice-by-path';
import type { OpenOptions } from '../../core/rollouts/rollout-file';
import { dialectOf } from '../../core/trace/dialects';
import type { Log } from './log';

/** How the user wants a file opened. A dialect or container that does not exist is told, and then detected. */
export function optionsFrom(settings: Settings, path: string, log: Log): OpenOptions {
  const { findings } = settings;
  const dialect = choiceFor(path, settings.dialects) ?? settings.dialect;
  const container = choiceFor(path, settings.containers) ?? settings.container;
  return {
    severities: findings.severity,
    ...(chosen(dialect, 'dialect', dialectOf, log) ? { dialect } : {}),
    ...(chosen(container, 'container', containerOf, log) ? { container } : {}),
  };
}

function chosen(id: string, setting: string, known: (id: string) => object | null, log: Log): boolean {
  if (id === 'auto') return false;
  if (known(id)) return true;
  log.warn(`the setting tracehop.${setting} names "${id}", which does not exist; it is detected instead`);
  return false;
}
