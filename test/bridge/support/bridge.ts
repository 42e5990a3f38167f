import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBridge } from '../../../core/training/local-bridge';
import type { BridgeAddress } from '../../../core/training/client/socket';
import { removeFolder } from '../../../scripts/workbench/remove-folder.mjs';
import { TRAINER, writeRecipes } from './recipes';

/** The checkout. */
export const root = resolve(import.meta.dirname, '../../..');

/** Waits until something holds; fails with its name after `ms`. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  ms = 20_000,
): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
    await sleep(25);
  }
}

/** A bridge as a process of its own, with a state folder that outlives it. */
export class TestBridge {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'tracehop-bridge-')));
  readonly state = join(this.folder, 'state');
  readonly workspace: string;
  readonly #recipes: string;
  child: ChildProcess | null = null;
  said = '';

  constructor(recipes: Readonly<Record<string, string>> = { trainer: TRAINER }) {
    this.#recipes = writeRecipes(join(this.folder, 'recipes'), recipes);
    this.workspace = writeRecipes(join(this.folder, 'workspace'), {});
  }

  /** Starts it, again too. */
  async start(env: NodeJS.ProcessEnv = process.env): Promise<BridgeAddress> {
    const args = ['--state', this.state, '--recipes', this.#recipes, '--python', process.execPath];
    const child = spawn(
      process.execPath,
      [join(root, 'dist/bridge.js'), ...args, '--root', `workspace=${this.workspace}`],
      { stdio: ['ignore', 'ignore', 'pipe'], env },
    );
    child.stderr.on('data', (chunk: Buffer) => {
      this.said += chunk.toString();
    });
    this.child = child;
    let address: BridgeAddress | null = null;
    await until(`the bridge listens: ${this.said}`, async () => {
      if (child.exitCode !== null) throw new Error(`the bridge ended with ${child.exitCode}: ${this.said}`);
      address = await findBridge(this.state);
      return address !== null;
    });
    if (!address) throw new Error('no address');
    return address;
  }

  /** Ends it with a signal and waits. Jobs go on. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return ended;
  }

  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  jobFile(job: string, ...path: string[]): string {
    return join(this.state, 'jobs', job, ...path);
  }

  read(job: string, ...path: string[]): string {
    return readFileSync(this.jobFile(job, ...path), 'utf8');
  }

  /** Resident memory of the bridge in bytes. */
  memory(): number {
    const status = readFileSync(`/proc/${this.child?.pid ?? 0}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) * 1024;
  }

  async dispose(): Promise<void> {
    await this.end('SIGKILL');
    removeFolder(this.folder);
  }
}
