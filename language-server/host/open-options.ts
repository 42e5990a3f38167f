import { chosenFor, singleChoice, type ConfigChoice } from '../../core/config/config';
import { containerOf } from '../../core/containers';
import { mapped } from '../../core/containers/mapped';
import type { FileDescription, Settings } from '../../core/protocol/server';
import { LONGEST_READ } from '../../core/rollouts/long-records';
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
  const single = singleChoice(settings, path);
  const { fields, ...choice } = chosenFor(settings, path, configured);
  const dialect = choice.dialect ?? DETECT;
  const container = choice.container ?? DETECT;
  const byConfig = {
    container: single.container === undefined && (configured.container ?? configured.fields) !== undefined,
    dialect: single.dialect === undefined && configured.dialect !== undefined,
  };
  return {
    severities: settings.findings.severity,
    longest: LONGEST_READ,
    ...(chosen(dialect, 'dialect', dialectOf, log) ? { dialect } : {}),
    ...(fields ? { fields } : chosen(container, 'container', containerNamed, log) ? { container } : {}),
    ...(byConfig.container || byConfig.dialect ? { configured: byConfig } : {}),
  };
}

const DETECT = 'auto';

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
