import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { isObject } from '../json';
import { readIfThere, readJson, writeAtomic } from './files';
import type { ProcessIdentity } from './process-identity';

/** Variable that names the bridge's state folder. */
export const STATE_VARIABLE = 'TRACEHOP_BRIDGE_STATE';

/** The state folder of this user's local bridge. */
export function defaultStateFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): string {
  const named = env[STATE_VARIABLE];
  if (named) return resolve(named);
  const home = homedir();
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'tracehop', 'bridge');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'tracehop', 'bridge');
  const base = env['XDG_STATE_HOME'];
  return join(base && isAbsolute(base) ? base : join(home, '.local', 'state'), 'tracehop', 'bridge');
}

/** Makes the folder, for its owner alone. */
export function makeStateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32') chmodSync(folder, 0o700);
}

/** Who holds a state folder, and where it listens once it does. */
export interface Lock {
  readonly owner: ProcessIdentity;
  readonly host: string;
  /** Null until it listens. */
  readonly port: number | null;
}

export const lockPath = (folder: string): string => join(folder, 'bridge.lock');
export const tokenPath = (folder: string): string => join(folder, 'token');

/** What the lock file says; null where there is none, or none that can be read. */
export function readLock(folder: string): Lock | null {
  const value = readJson(lockPath(folder));
  if (!isObject(value) || !isObject(value['owner'])) return null;
  const { pid, start, boot } = value['owner'];
  const { host, port } = value;
  if (typeof pid !== 'number' || typeof host !== 'string') return null;
  return {
    owner: {
      pid,
      start: typeof start === 'string' ? start : null,
      boot: typeof boot === 'string' ? boot : null,
    },
    host,
    port: typeof port === 'number' ? port : null,
  };
}

/** Folder of the files that a job writes: what `${job.dir}` stands for. */
export const jobWorkFolder = (folder: string, job: string): string => join(folder, 'jobs', job, 'work');

/**
 * The token of a state folder; null where there is none. Throws where others could read it: it would be no secret.
 */
export function readToken(folder: string): string | null {
  const path = tokenPath(folder);
  const text = readIfThere(path);
  if (text === null) return null;
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new Error(`${path}: others can read this token; delete it, a new one is made at the next start`);
  return text.trim();
}

/** What the owner of the host allows, beside the options the bridge was started with. */
export interface HostSettings {
  /** Absolute path of the Python interpreter; null for the bridge's own. */
  readonly python: string | null;
  /** Folders that `workspace:` paths may lead into. */
  readonly workspace: readonly string[];
}

const settingsPath = (folder: string): string => join(folder, 'host.json');

export function readHostSettings(folder: string): HostSettings {
  const value = readJson(settingsPath(folder));
  const { python, workspace } = isObject(value) ? value : {};
  const folders = Array.isArray(workspace) ? (workspace as readonly unknown[]) : [];
  return {
    python: typeof python === 'string' && isAbsolute(python) ? python : null,
    workspace: folders.filter((each): each is string => typeof each === 'string' && isAbsolute(each)),
  };
}

/** Workspaces that are remembered. */
const MOST_WORKSPACES = 50;

/**
 * Adds to what the owner allows; the bridge reads it at every launch. Only someone who may write the state folder
 * can: no message of the protocol does.
 */
export function allowOnHost(folder: string, more: { python?: string | null; workspace?: string }): void {
  makeStateFolder(folder);
  const now = readHostSettings(folder);
  const { workspace } = more;
  const next: HostSettings = {
    python: more.python === undefined ? now.python : more.python,
    workspace:
      workspace === undefined
        ? now.workspace
        : [workspace, ...now.workspace.filter((each) => each !== workspace)].slice(0, MOST_WORKSPACES),
  };
  if (JSON.stringify(next) !== JSON.stringify(now))
    writeAtomic(settingsPath(folder), JSON.stringify(next, null, 2));
}
