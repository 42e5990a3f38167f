import { sep } from 'node:path';
import { chosenOver, configChoice, NO_CONFIG, openChoice } from '../../config/config';
import { choiceFor } from '../../rollouts/choice-by-path';
import type { OpenOptions } from '../../rollouts/rollout-file';
import type { FileChoices } from '../file-choices';

/**
 * How a file of a set is to be opened: settings for single files win over `tracehop.yml` of the innermost folder that has
 * one, which wins over the general settings. What was chosen exists: the server looked.
 */
export function optionsOf(choices: FileChoices, path: string): OpenOptions {
  const dialect = choiceFor(path, choices.dialects);
  const container = choiceFor(path, choices.containers);
  const single = {
    ...(dialect === null ? {} : { dialect }),
    ...(container === null ? {} : { container }),
  };
  const general = { dialect: choices.dialect, container: choices.container };
  const configured = configFor(choices, path);
  const choice = openChoice(chosenOver(chosenOver(single, configured), general));
  const { fields, ...named } = choice;
  return { severities: choices.severities, ...(fields ? { fields, ...omitContainer(named) } : named) };
}

function configFor({ configs }: FileChoices, path: string): ReturnType<typeof configChoice> {
  const [innermost] = configs
    .filter(({ folder }) => path.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    .sort((a, b) => b.folder.length - a.folder.length);
  return innermost ? configChoice({ ...NO_CONFIG, ...innermost }, path, innermost.folder) : {};
}

/** A field map names its container itself. */
function omitContainer({ dialect }: { readonly dialect?: string }): { readonly dialect?: string } {
  return dialect === undefined ? {} : { dialect };
}
