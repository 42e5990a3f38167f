import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere, writeAtomic } from '../core/training/files';
import { makeStateFolder } from '../core/training/state-folder';
import manifest from '../package.json';
import { Audit } from './audit';
import { ensureToken } from './auth';
import { localEngine } from './engines/local';
import { JobStore } from './jobs/store';
import { takeLock } from './lock';
import { LogFiles } from './logs/log-files';
import type { BridgeOptions } from './options';
import { RecipeBook } from './recipes';
import { Replies } from './replies';
import { BridgeServer } from './server';

export interface RunningBridge {
  readonly port: number;
  /** Ends it; jobs go on. */
  close(): Promise<void>;
  /** Resolves when it was idle for as long as the options say. */
  readonly idle: Promise<void>;
}

/** Takes the state folder and listens. Throws a LockedError where another bridge has it. */
export async function startBridge(given: BridgeOptions, log: (line: string) => void): Promise<RunningBridge> {
  makeStateFolder(given.state);
  const options = { ...given, state: realpathSync(given.state), product: realpathSync(given.product) };
  const lock = await takeLock(options.state, options.host);
  try {
    const onError = errorLog(log);
    const book = new RecipeBook(options.recipes, log);
    const engine = localEngine({ runner: options.runner, onError });
    const jobs = new JobStore(options, book, engine, onError);
    const audit = new Audit(options.state, onError);
    const server = new BridgeServer(options, ensureToken(options.state), {
      host: { options, book, jobs, audit },
      logs: new LogFiles(),
      replies: new Replies(),
      bootId: randomBytes(8).toString('hex'),
      hostId: hostIdOf(options.state),
      version: manifest.version,
      onError,
    });
    const port = await server.listen();
    lock.tell(port);
    log(`listening on ${options.host}:${port}`);
    const watch = idleWatch(options.idleMs, () => server.clients === 0 && !jobs.isBusy);
    return {
      port,
      idle: watch.idle,
      close: async () => {
        watch.stop();
        jobs.drain('the bridge ends; jobs go on');
        await server.close();
        jobs.close();
        audit.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Milliseconds in which the same error is written once: a full disk fails four times a second. */
const SAME_ERROR_MS = 30_000;

function errorLog(log: (line: string) => void): (error: unknown) => void {
  const told = new Map<string, number>();
  return (error) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const now = performance.now();
    for (const [each, at] of told) if (now - at > SAME_ERROR_MS) told.delete(each);
    if (told.has(text)) return;
    told.set(text, now);
    log(text);
  };
}

/** A name for the state folder that stays. */
function hostIdOf(folder: string): string {
  const path = join(folder, 'host-id');
  const there = readIfThere(path)?.trim();
  if (there) return there;
  const id = randomBytes(8).toString('hex');
  writeAtomic(path, `${id}\n`);
  return id;
}

function idleWatch(idleMs: number, isIdle: () => boolean): { readonly idle: Promise<void>; stop(): void } {
  if (idleMs === 0) return { idle: new Promise(() => undefined), stop: () => undefined };
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const idle = new Promise<void>((resolve) => {
    timer = setInterval(
      () => {
        if (!isIdle()) since = performance.now();
        else if (performance.now() - since >= idleMs) resolve();
      },
      Math.min(1000, idleMs),
    );
  });
  return { idle, stop: () => clearInterval(timer) };
}
