import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEALTH_PATH } from '../protocol/bridge/limits';
import type { BridgeAddress } from './client/socket';
import { isAlive } from './process-identity';
import { makeStateFolder, readLock, readToken } from './state-folder';

/** Milliseconds a bridge gets to answer, and those between two looks. */
const START_MS = 20_000;
const LOOK_MS = 50;

/** The bridge could not be started; the message holds what it said last. */
export class BridgeStartError extends Error {
  override readonly name = 'BridgeStartError';
}

/** The bridge that holds a state folder and answers; null where there is none. */
export async function findBridge(state: string): Promise<BridgeAddress | null> {
  const lock = readLock(state);
  const token = readToken(state);
  if (!lock || lock.port === null || token === null || !isAlive(lock.owner)) return null;
  const host = lock.host.includes(':') ? `[${lock.host}]` : lock.host;
  const healthy = await isHealthy(`http://${host}:${lock.port}${HEALTH_PATH}`);
  return healthy ? { url: `ws://${host}:${lock.port}`, token } : null;
}

export interface StartOptions {
  readonly state: string;
  /** Path of the bridge's bundle. */
  readonly program: string;
  /** Seconds without client and job after which it ends. */
  readonly idleSeconds?: number;
  /** More options of the bridge. */
  readonly args?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Seconds after which a bridge that nobody uses ends. */
const IDLE_SECONDS = 600;

/**
 * The bridge of a state folder: the one that runs, or a new one, detached, that outlives this process. Of several
 * processes that start one at once, one wins and all get its address. Throws {@link BridgeStartError}.
 */
export async function ensureBridge(options: StartOptions): Promise<BridgeAddress> {
  const { state, signal } = options;
  const found = await findBridge(state);
  if (found) return found;
  makeStateFolder(state);
  const starter = start(options);
  const end = performance.now() + START_MS;
  while (performance.now() < end) {
    signal?.throwIfAborted();
    const address = await findBridge(state);
    if (address) return address;
    const code = starter.exitCode();
    // 3: another one holds the folder, and will listen soon.
    if (code !== null && code !== 3)
      throw new BridgeStartError(`the bridge ended with ${code}: ${starter.said()}`);
    await sleep(LOOK_MS);
  }
  throw new BridgeStartError(`the bridge did not answer within ${START_MS / 1000} s: ${starter.said()}`);
}

function start({ state, program, idleSeconds = IDLE_SECONDS, args = [] }: StartOptions): {
  exitCode(): number | string | null;
  said(): string;
} {
  const path = join(state, 'bridge.log');
  const from = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const log = openSync(path, 'a', 0o600);
  let ended: number | string | null = null;
  try {
    const child = spawn(
      process.execPath,
      [program, '--state', state, '--idle', String(idleSeconds), ...args],
      {
        cwd: state,
        // Electron's program is a Node only when told so.
        env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
        stdio: ['ignore', log, log],
        detached: true,
        windowsHide: true,
      },
    );
    child.on('error', (error) => {
      ended = error.message;
    });
    child.on('exit', (code, signal) => {
      ended = code ?? signal ?? 'nothing';
    });
    child.unref();
  } finally {
    closeSync(log);
  }
  return {
    exitCode: () => ended,
    said: () =>
      readFileSync(path).subarray(from).toString('utf8').trim().split('\n').slice(-5).join('\n') ||
      'it said nothing',
  };
}

function isHealthy(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    // Its own agent, as for the websocket: not through a proxy.
    const request = get(url, { agent: new Agent({ keepAlive: false }), timeout: 2000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}
