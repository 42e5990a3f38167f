import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PATH_ROOTS } from '../core/protocol/bridge/recipes';
import { defaultStateFolder } from '../core/training/state-folder';
import { messageOf } from '../core/message-of';

/** How a bridge is set up. */
export interface BridgeOptions {
  readonly state: string;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Name under which clients may address it beside the loopback ones, as `host:port`. */
  readonly publicName: string | null;
  readonly workspace: readonly string[];
  /** The installation's folder. */
  readonly product: string;
  readonly recipes: readonly string[];
  readonly runner: string;
  readonly python: string | null;
  /** Milliseconds without client and job after which it ends; 0 for never. */
  readonly idleMs: number;
  readonly helloMs: number;
  /** Milliseconds after which a client that takes nothing is cut off. */
  readonly stallMs: number;
}

/** A wrong option; the message says which and what is allowed. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** Reads the command line. `dist` is the folder of the bundles. */
export function readOptions(args: readonly string[], dist: string): BridgeOptions {
  const { values } = parse(args);
  const product = resolve(values.product ?? resolve(dist, '..'));
  return {
    state: values.state === undefined ? defaultStateFolder() : resolve(values.state),
    host: hostOf(values.host ?? '127.0.0.1'),
    port: whole('port', values.port ?? '0', 65_535),
    publicName: values['public-name'] ?? null,
    workspace: (values.root ?? []).map(workspaceOf),
    product,
    recipes: [...(values.recipes ?? []).map((folder) => resolve(folder)), resolve(product, 'recipes')],
    runner: resolve(dist, 'runner.js'),
    python: pythonOf(values.python),
    idleMs: whole('idle', values.idle ?? '0', 1_000_000) * 1000,
    helloMs: 10_000,
    stallMs: 60_000,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        state: { type: 'string' },
        host: { type: 'string' },
        port: { type: 'string' },
        'public-name': { type: 'string' },
        root: { type: 'string', multiple: true },
        product: { type: 'string' },
        recipes: { type: 'string', multiple: true },
        python: { type: 'string' },
        idle: { type: 'string' },
      },
    });
  } catch (error) {
    throw new OptionError(messageOf(error));
  }
}

/** The token goes over the line as it is, so without TLS only this machine may listen in. */
function hostOf(host: string): string {
  if (['127.0.0.1', 'localhost', '::1'].includes(host)) return host;
  throw new OptionError(
    `--host ${host}: the bridge listens on this machine alone (127.0.0.1); reach it from another through an SSH tunnel`,
  );
}

function whole(name: string, text: string, max: number): number {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : NaN;
  if (!(value <= max)) throw new OptionError(`--${name} ${text}: must be a whole number up to ${max}`);
  return value;
}

function workspaceOf(text: string): string {
  const [root, ...rest] = text.split('=');
  if (root === 'workspace' && rest.length > 0) return resolve(rest.join('='));
  throw new OptionError(
    `--root ${text}: must be workspace=FOLDER; ${PATH_ROOTS.slice(1).join(' and ')} are given`,
  );
}

function pythonOf(path: string | undefined): string | null {
  if (path === undefined || isAbsolute(path)) return path ?? null;
  throw new OptionError(`--python ${path}: must be an absolute path`);
}
