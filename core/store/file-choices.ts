import type { Config } from '../config/config';
import type { Severities } from '../findings';

/** How the files of a set are to be opened, as plain data: what settings and `tracehop.yml` say. */
export interface FileChoices {
  readonly severities: Severities;
  /** Ids, or `auto`. */
  readonly dialect: string;
  readonly container: string;
  /** By glob, from the settings: they win over what `tracehop.yml` says. */
  readonly dialects: Readonly<Record<string, string>>;
  readonly containers: Readonly<Record<string, string>>;
  /** What `tracehop.yml` says, by the folder it stands in; the innermost one counts. */
  readonly configs: readonly ({ readonly folder: string } & Pick<Config, 'dialects' | 'containers'>)[];
  /** Id of a reward profile, or `auto` for that of each rollout's dialect. */
  readonly profile: string;
}
