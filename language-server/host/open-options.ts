import { chosenFor, singleChoice, type ConfigChoice } from '../../core/config/config';
import { knownChoice, type Refused } from '../../core/config/known-choice';
import type { FileDescription, Settings } from '../../core/protocol/server';
import { LONGEST_READ } from '../../core/rollouts/long-records';
import type { OpenOptions } from '../../core/rollouts/rollout-file';
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
  const byConfig = {
    container: single.container === undefined && (configured.container ?? configured.fields) !== undefined,
    dialect: single.dialect === undefined && configured.dialect !== undefined,
  };
  return {
    severities: settings.findings.severity,
    longest: LONGEST_READ,
    ...knownChoice(chosenFor(settings, path, configured), toldTo(log)),
    ...(byConfig.container || byConfig.dialect ? { configured: byConfig } : {}),
  };
}

/** Says in the log which names cannot be chosen. */
export function toldTo(log: Log): Refused {
  return (kind, id, why) =>
    log.warn(`the setting tracehop.${kind} names "${id}", ${why}; it is detected instead`);
}
