import { chosenFor, configChoice, innermost, NO_CONFIG } from '../../config/config';
import { knownChoice } from '../../config/known-choice';
import { LONGEST_READ } from '../../rollouts/long-records';
import type { OpenOptions } from '../../rollouts/rollout-file';
import type { FileChoices } from '../file-choices';

/**
 * How a file of a set is to be opened: settings for single files win over `tracehop.yml` of the innermost folder that has
 * one, which wins over the general settings. What an id that does not exist is for is detected; the server tells of it.
 */
export function optionsOf(choices: FileChoices, path: string): OpenOptions {
  const { severities } = choices;
  return {
    severities,
    longest: LONGEST_READ,
    sketches: true,
    ...knownChoice(chosenFor(choices, path, configFor(choices, path))),
  };
}

function configFor({ configs }: FileChoices, path: string): ReturnType<typeof configChoice> {
  const folder = innermost(
    configs.map((each) => each.folder),
    path,
  );
  const config = configs.find((each) => each.folder === folder);
  return config ? configChoice({ ...NO_CONFIG, ...config }, path, folder) : {};
}
