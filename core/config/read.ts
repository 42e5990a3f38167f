import { isMap } from 'yaml';
import { objectOf, type Checking } from './check';
import { configOf, NO_CONFIG, type Config } from './config';
import { configShape } from './keys';
import { readYamlText, type ConfigProblem } from './yaml-text';

/** `tracehop.yml` as far as it can be used, and what is wrong with the rest, in the order of the file. */
export interface ConfigReading {
  readonly config: Config;
  readonly problems: readonly ConfigProblem[];
}

/**
 * Reads `tracehop.yml`. Entries that are wrong are told and left out, the others hold; nothing is read of a file of
 * another version, or one that is no YAML. Never throws.
 */
export function readConfig(text: string): ConfigReading {
  const { document, problems, problemAt } = readYamlText(text);
  if (!document) return { config: NO_CONFIG, problems };
  const { contents } = document;
  if (!isMap(contents)) {
    const message = 'the file has to hold keys, the first of them `version: 1`';
    return { config: NO_CONFIG, problems: [problemAt(message, 0, 0)] };
  }
  const checking: Checking = { problems: [], problemAt };
  const read = objectOf(contents, configShape, '', checking, true) as Record<string, unknown>;
  const found = [...checking.problems].sort((a, b) => a.start - b.start);
  const otherVersion = contents.has('version') && read['version'] === undefined;
  return { config: otherVersion ? NO_CONFIG : configOf(read), problems: found };
}
