import type { Config, GlobChoices } from '../config/config';
import type { Severities } from '../findings';

/** How the files of a set are to be opened, as plain data: what settings say, and `tracehop.yml`. */
export interface FileChoices extends GlobChoices {
  readonly severities: Severities;
  /** What `tracehop.yml` says, by the folder it stands in; the innermost one counts. */
  readonly configs: readonly ({ readonly folder: string } & Pick<Config, 'dialects' | 'containers'>)[];
  /** Id of a reward profile, or `auto` for that of each rollout's dialect. */
  readonly profile: string;
}
