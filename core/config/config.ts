import { sep } from 'node:path';
import { parseFields, type FieldMap } from '../containers/fields/field-map';
import { mapped } from '../containers/mapped';
import { choiceFor } from '../rollouts/choice-by-path';
import { DETECT, RESTRICTED_KEYS, type ConfigKey } from './keys';

/** What a glob of `containers` stands for: an id, or a field map. */
export type ContainerChoice = string | { readonly fields: FieldMap };

/** `tracehop.yml` as far as it takes effect, and all of it in `sections`. */
export interface Config {
  /** Dialect by glob, in the order of the file. */
  readonly dialects: Readonly<Record<string, string>>;
  readonly containers: Readonly<Record<string, ContainerChoice>>;
  /** Every section that was read, checked by its shape. */
  readonly sections: Readonly<Partial<Record<ConfigKey, unknown>>>;
}

export const NO_CONFIG: Config = { dialects: {}, containers: {}, sections: {} };

/** What is read of a configuration in an untrusted workspace: `dialects`, `containers` and `redact`. */
export function restricted({ dialects, containers, sections }: Config): Config {
  const kept = Object.entries(sections).filter(([key]) => RESTRICTED_KEYS.some((each) => each === key));
  return { dialects, containers, sections: Object.fromEntries(kept) };
}

/** What a configuration chooses for one file; what is left out is not chosen. */
export interface ConfigChoice {
  /** Dialect id, or `auto`. */
  readonly dialect?: string;
  /** Container id, or `auto`. */
  readonly container?: string;
  readonly fields?: FieldMap;
}

/**
 * What a configuration chooses for a path, by the rules of globs that settings have as well; and a pattern that begins
 * with `./` means the path from `folder`, in which the file stands.
 */
export function configChoice({ dialects, containers }: Config, path: string, folder?: string): ConfigChoice {
  const dialect = choiceFor(path, dialects, folder);
  const container = choiceFor(path, containers, folder);
  return {
    ...(dialect === null ? {} : { dialect }),
    ...(container === null
      ? {}
      : typeof container === 'string'
        ? { container }
        : { fields: container.fields }),
  };
}

/** One choice over another, part by part; a container and a field map are one part. `mapped` takes the map below it. */
export function chosenOver(above: ConfigChoice, below: ConfigChoice): ConfigChoice {
  const dialect = above.dialect ?? below.dialect;
  const map = above.fields ?? (above.container === mapped.id ? below.fields : undefined);
  const by = map ? { fields: map } : above.container === undefined ? below : above;
  return {
    ...(dialect === undefined ? {} : { dialect }),
    ...(by.fields ? { fields: by.fields } : by.container === undefined ? {} : { container: by.container }),
  };
}

/** What a user chooses for files as settings do: in general, and for single ones by glob. */
export interface GlobChoices {
  /** Ids, or `auto`. */
  readonly dialect: string;
  readonly container: string;
  readonly dialects: Readonly<Record<string, string>>;
  readonly containers: Readonly<Record<string, string>>;
}

/** What is chosen by glob for a single file. */
export function singleChoice(
  { dialects, containers }: Pick<GlobChoices, 'dialects' | 'containers'>,
  path: string,
): Omit<ConfigChoice, 'fields'> {
  const dialect = choiceFor(path, dialects);
  const container = choiceFor(path, containers);
  return { ...(dialect === null ? {} : { dialect }), ...(container === null ? {} : { container }) };
}

/** The choice for a single file wins over what `tracehop.yml` says of it, which wins over the general one. */
export function chosenFor(choices: GlobChoices, path: string, configured: ConfigChoice): ConfigChoice {
  const { dialect, container } = choices;
  return chosenOver(chosenOver(singleChoice(choices, path), configured), { dialect, container });
}

/** The innermost of some folders that a path lies in; undefined where it lies in none. */
export function innermost(folders: readonly string[], path: string): string | undefined {
  const [folder] = folders
    .filter((each) => path.startsWith(each.endsWith(sep) ? each : each + sep))
    .sort((a, b) => b.length - a.length);
  return folder;
}

/** How a file is to be opened by a choice: what it leaves to detection is left out. */
export function openChoice({ dialect, container, fields }: ConfigChoice): ConfigChoice {
  return {
    ...(dialect === undefined || dialect === DETECT ? {} : { dialect }),
    ...(container === undefined || container === DETECT ? {} : { container }),
    ...(fields ? { fields } : {}),
  };
}

/** Makes a configuration of sections that fit their shapes. */
export function configOf(sections: Readonly<Record<string, unknown>>): Config {
  const dialects = new Map(Object.entries(sections['dialects'] ?? {}));
  const containers = new Map<string, ContainerChoice>();
  for (const [glob, value] of Object.entries(sections['containers'] ?? {}) as [string, unknown][]) {
    if (typeof value === 'string') containers.set(glob, value);
    else {
      const fields = parseFields((value as { fields: Record<string, unknown> }).fields);
      // Never a sentence: the shape says the same of a map.
      if (typeof fields !== 'string') containers.set(glob, { fields });
    }
  }
  return {
    dialects: Object.fromEntries(dialects),
    containers: Object.fromEntries(containers),
    sections,
  };
}
