import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { configChoice, innermost, NO_CONFIG, restricted, type ConfigChoice } from '../../core/config/config';
import { CONFIG_NAME } from '../../core/config/config-name';
import { readConfig, type ConfigReading } from '../../core/config/read';
import { versionOf } from '../files/version';
import { pathOf, uriParts } from '../host/uris';

const NOTHING: ConfigReading = { config: NO_CONFIG, problems: [] };

interface Known {
  readonly version: string;
  readonly reading: Promise<ConfigReading>;
}

/** The `tracehop.yml` of each workspace folder, read when it is needed and again once it changed. */
export class ConfigStore {
  private folders: readonly string[] = [];
  private readonly known = new Map<string, Known>();

  constructor(private readonly trusted: () => boolean) {}

  /** Takes the folders of the workspace, as URIs; those that lie on no disk have no file. */
  setFolders(uris: readonly string[]): void {
    this.folders = uris.filter((uri) => uriParts(uri)?.scheme === 'file').map(pathOf);
    this.known.clear();
  }

  /** The addresses of the files, whether or not they are there. */
  get files(): readonly string[] {
    return this.folders.map((folder) => pathToFileURL(join(folder, CONFIG_NAME)).href);
  }

  /** What is chosen for a file: by the innermost folder it lies in; nothing for files outside all of them. */
  async choiceFor(uri: string): Promise<ConfigChoice> {
    if (uriParts(uri)?.scheme !== 'file') return {};
    const path = pathOf(uri);
    const folder = innermost(this.folders, path);
    if (folder === undefined) return {};
    const { config } = await this.read(join(folder, CONFIG_NAME));
    return configChoice(this.trusted() ? config : restricted(config), path, folder);
  }

  /** What every file chooses, by the folder it stands in. */
  async all(): Promise<
    readonly ({ readonly folder: string } & Pick<ConfigReading['config'], 'dialects' | 'containers'>)[]
  > {
    return Promise.all(
      this.folders.map(async (folder) => {
        const { dialects, containers } = (await this.read(join(folder, CONFIG_NAME))).config;
        return { folder, dialects, containers };
      }),
    );
  }

  /** What a file says; nothing where there is none. */
  async read(path: string): Promise<ConfigReading> {
    const version = await versionOf(path);
    if (version === null) {
      this.known.delete(path);
      return NOTHING;
    }
    const known = this.known.get(path);
    if (known?.version === version) return known.reading;
    const reading = readFile(path, 'utf8').then(readConfig);
    this.known.set(path, { version, reading });
    // What could not be read is tried again; who waits for it is told.
    reading.catch(() => this.known.delete(path));
    return reading;
  }
}
