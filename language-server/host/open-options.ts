import { chosenOver, type ConfigChoice } from '../../core/config/config';
import { containerOf } from '../../core/containers';
import { mapped } from '../../core/containers/mapped';
import type { FileDescription, Settings } from '../../core/protocol/server';
import { choiceFor } from '../../core/rollouts/choice-by-path';
import type { OpenOptions } from '../../core/rollouts/rollout-file';
import { dialectOf } from '../../core/trace/dialects';
import type { Log } from './log';

/** How a file is to be opened, and what of that `tracehop.yml` said. */
export interface ChosenOptions extends OpenOptions {
  readonly configured?: FileDescription['configured'];
}

/**
 * How the user wants a file opened: the settings for single files win over `tracehop.yml`, which wins over the general
 * ones. A dialect or container that does not exist is told, and then detected.
 */
export function optionsFrom(
  settings: Settings,
  path: string,
  log: Log,
  configured: ConfigChoice = {},
): ChosenOptions {
  const single = {
    ...idIn('dialect', choiceFor(path, settings.dialects)),
    ...idIn('container', choiceFor(path, settings.containers)),
  };
  const general = { dialect: settings.dialect, container: settings.container };
  const { fields, ...choice } = chosenOver(chosenOver(single, configured), general);
  const dialect = choice.dialect ?? DETECT;
  const container = choice.container ?? DETECT;
  const byConfig = {
    container: single.container === undefined && (configured.container ?? configured.fields) !== undefined,
    dialect: single.dialect === undefined && configured.dialect !== undefined,
  };
  return {
    severities: settings.findings.severity,
    ...(chosen(dialect, 'dialect', dialectOf, log) ? { dialect } : {}),
    ...(fields ? { fields } : chosen(container, 'container', containerNamed, log) ? { container } : {}),
    ...(byConfig.container || byConfig.dialect ? { configured: byConfig } : {}),
  };
}

const DETECT = 'auto';

function idIn<K extends string>(name: K, id: string | null): Partial<Record<K, string>> {
  return id === null ? {} : ({ [name]: id } as Partial<Record<K, string>>);
}

/** `mapped` means nothing without the fields that `tracehop.yml` names. */
function containerNamed(id: string): object | null {
  return id === mapped.id ? null : containerOf(id);
}

function chosen(id: string, setting: string, known: (id: string) => object | null, log: Log): boolean {
  if (id === DETECT) return false;
  if (known(id)) return true;
  const why = id === mapped.id ? 'for which tracehop.yml names no fields' : 'which does not exist';
  log.warn(`the setting tracehop.${setting} names "${id}", ${why}; it is detected instead`);
  return false;
}
