import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BridgeStartError, ensureBridge, findBridge } from '../../core/training/local-bridge';
import { isAlive } from '../../core/training/process-identity';
import { readLock } from '../../core/training/state-folder';
import { root, until } from './support/bridge';
import { TRAINER, writeRecipes } from './support/recipes';

const folder = mkdtempSync(join(tmpdir(), 'tracehop-local-'));
const state = join(folder, 'state');
const program = join(root, 'dist/bridge.js');
afterAll(async () => {
  const lock = readLock(state);
  if (lock && isAlive(lock.owner)) process.kill(lock.owner.pid, 'SIGTERM');
  await until('the bridge ended', () => !lock || !isAlive(lock.owner));
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the bundled command line as a process. `interrupt`: texts of stderr at which it gets a SIGINT, in order. */
function cli(args: readonly string[], interrupt: readonly string[] = []): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, TRACEHOP_BRIDGE_STATE: state };
    const child = spawn(process.execPath, [join(root, 'dist/cli.js'), ...args], { env, cwd: folder });
    let out = '';
    let err = '';
    const waits = [...interrupt];
    child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
      if (waits[0] !== undefined && err.includes(waits[0])) {
        waits.shift();
        child.kill('SIGINT');
      }
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

describe.sequential('the local bridge', () => {
  beforeAll(async () => {
    const recipes = writeRecipes(join(folder, 'recipes'), { trainer: TRAINER });
    expect(await findBridge(state)).toBeNull();
    const args = ['--recipes', recipes, '--python', process.execPath];
    const start = () => ensureBridge({ state, program, args });
    const found = await Promise.all([start(), start(), start()]);
    expect(new Set(found.map(({ url }) => url)).size).toBe(1);
    expect(await findBridge(state)).toEqual(found[0]);
  });

  it('is found by the command line, which follows a job to its end', async () => {
    writeFileSync(join(folder, 'data.json'), '{}');
    const ran = await cli([
      'train',
      'trainer',
      '--set',
      'steps=4',
      '--set',
      'nan=2',
      '--set',
      'data=data.json',
    ]);
    expect(ran.err).toContain('line 4\n');
    expect(ran.err).toContain('succeeded');
    expect(ran.out).toMatch(/^step 1\S* {2}loss 1 {2}twice 2\nstep 2\S* {2}loss NaN {2}twice 4\nstep 3\S* /);
    expect(ran.code).toBe(0);
    const failed = await cli(['train', 'trainer', '--set', 'code=2', '--set', 'steps=1', '--ndjson']);
    expect(failed.code).toBe(1);
    const lines = failed.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.find(({ type }) => type === 'metrics')).toMatchObject({
      step: 1,
      values: { loss: 1, twice: 2 },
    });
    expect(lines.at(-1)).toMatchObject({
      type: 'job.state',
      state: 'failed',
      reason: 'exit_code',
      exit_code: 2,
    });
  });

  it('says every wrong parameter, with 2', async () => {
    const ran = await cli(['train', 'trainer', '--set', 'nope=1', '--set', 'data=/etc/passwd']);
    expect([ran.code, ran.out]).toEqual([2, '']);
    expect(ran.err).toContain('nope: no such parameter; there are steps, ms,');
    expect((await cli(['train', 'trainer', '--set', 'data=/etc/passwd'])).err).toContain(
      'data: "/etc/passwd" lies outside',
    );
    const unknown = await cli(['train', 'nope']);
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('no recipe nope; there are: ')]);
  });

  it('cancels by Ctrl+C', async () => {
    const ran = await cli(['train', 'trainer', '--set', 'steps=1000', '--set', 'ms=50'], ['line 3']);
    expect(ran.code).toBe(1);
    expect(ran.err).toContain('cancelled (user)');
  });

  it('leaves a job to itself, lists it, shows its log and cancels it', async () => {
    const { out, code } = await cli([
      'train',
      'trainer',
      '--detach',
      '--set',
      'steps=1000',
      '--set',
      'ms=50',
      '--set',
      'ignore=yes',
    ]);
    const job = out.trim();
    expect(code).toBe(0);
    expect((await cli(['jobs'])).out).toContain(job);
    await until('a log', async () => (await cli(['logs', job])).out.includes('line 2\n'));
    const jobs = JSON.parse((await cli(['jobs', '--json'])).out) as { job: string; state: string }[];
    expect(jobs.find((each) => each.job === job)?.state).toBe('running');
    const following = cli(['logs', job, '--follow']);
    expect((await cli(['cancel', job, '--now'])).code).toBe(0);
    const log = readFileSync(join(state, 'jobs', job, 'run/job.log'), 'utf8');
    expect((await following).out.startsWith(log.slice(0, 20))).toBe(true);
    expect((await cli(['cancel', job])).err).toContain('is over: cancelled');
    expect((await cli(['logs', 'nope'])).code).toBe(2);
  });
});

describe('a bridge that cannot start', () => {
  it('says why', async () => {
    const other = join(folder, 'other');
    await expect(ensureBridge({ state: other, program, args: ['--host', '0.0.0.0'] })).rejects.toThrow(
      BridgeStartError,
    );
    await expect(ensureBridge({ state: other, program, args: ['--host', '0.0.0.0'] })).rejects.toThrow(
      /this machine alone/,
    );
  });
});
