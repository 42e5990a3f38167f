import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newLaunchKey } from '../../core/training/client/bridge-client';
import type { BridgeAddress } from '../../core/training/client/socket';
import { columnsOf } from '../../core/training/metric-columns';
import { TestBridge } from './support/bridge';
import { TestClient } from './support/client';

const bridge = new TestBridge();
let address: BridgeAddress;
let client: TestClient;
beforeAll(async () => {
  address = await bridge.start({ ...process.env, SECRET_OF_HOST: 'x', NCCL_DEBUG: 'INFO', HF_HOME: '/hf' });
  client = await new TestClient(address).connected();
});
afterAll(async () => {
  client.client.close();
  await bridge.dispose();
});

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  );

describe('a job', () => {
  it('goes its way and tells it once, in order', async () => {
    const { job } = await client.launch({ steps: '8', ms: '30', nan: '3', inf: '5' });
    const view = await client.end(job);
    expect([view.state, view.reason, view.exitCode]).toEqual(['succeeded', null, 0]);
    const events = client.events.filter(({ s }) => s === `job:${job}`);
    expect(events.map(({ q }) => q)).toEqual(events.map((_event, index) => index + 1));
    const states = events.flatMap((event) => (event.t === 'job.state' ? [event.d.state] : []));
    expect(states).toEqual(['accepted', 'preparing', 'starting', 'running', 'succeeded']);
    const loss = view.metrics.get('loss');
    if (!loss) throw new Error('no loss');
    const { steps, values } = columnsOf(loss);
    expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(values).toEqual([1, 0.5, NaN, 0.25, -Infinity, 1 / 6, 1 / 7, 0.125]);
    expect(view.progress).toMatchObject({ step: 8, total: 8, eta_s: view.progress?.rate ? 0 : null });
    expect(view.nonFinite).toBe(2);
    expect(view.warnings.map((warning) => warning.code)).toEqual(['metric.nonfinite']);
    expect(
      client.events.filter((event) => event.s === 'control' && event.t === 'job.state').length,
    ).toBeGreaterThanOrEqual(5);
  });

  it.each([
    [{ code: '3' }, 'failed', 'exit_code'],
    [{ report: 'no' }, 'failed', 'missing_output'],
  ] as const)('of %j ends as %s for %s', async (params, state, reason) => {
    const { job } = await client.launch({ steps: '1', ...params });
    const view = await client.end(job);
    expect([view.state, view.reason]).toEqual([state, reason]);
    expect(view.message).not.toContain(bridge.folder);
  });

  it('holds only what is allowed in its environment', async () => {
    const { job } = await client.launch({ steps: '1' });
    await client.end(job);
    const env = JSON.parse(bridge.read(job, 'work/out/env.json')) as Record<string, string>;
    const allowed = [
      'PATH',
      'HOME',
      'LANG',
      'LC_ALL',
      'TMPDIR',
      'LD_LIBRARY_PATH',
      'CUDA_HOME',
      'HF_HOME',
      'NCCL_DEBUG',
    ];
    const set = [
      'PYTHONUNBUFFERED',
      'PYTHONIOENCODING',
      'CUDA_VISIBLE_DEVICES',
      'WANDB_MODE',
      'HF_HUB_OFFLINE',
    ];
    const more = [
      'HF_HUB_DISABLE_TELEMETRY',
      'TOKENIZERS_PARALLELISM',
      'RB_JOB_ID',
      'RB_ATTEMPT',
      'RB_STAGE',
      'FROM_RECIPE',
    ];
    for (const name of Object.keys(env)) expect([...allowed, ...set, ...more]).toContain(name);
    for (const name of [...set, ...more]) expect(Object.keys(env)).toContain(name);
    expect(env).toMatchObject({ RB_JOB_ID: job, RB_STAGE: 'train', NCCL_DEBUG: 'INFO', HF_HOME: '/hf' });
  });

  it('gets a hostile value as one argument, or does not start', async () => {
    const hostile = `a b; $(x) 'q' "d" \${y} \`z\` && rm -rf / | * ? ~ \\ é😀`;
    const { job } = await client.launch({ steps: '1', text: hostile });
    await client.end(job);
    const argv = JSON.parse(bridge.read(job, 'work/out/argv.json')) as string[];
    expect(argv.filter((arg) => arg.includes('rm -rf'))).toEqual([`text=${hostile}`]);
    expect(argv).toHaveLength(12);
    expect(bridge.read(job, 'run/job.log')).toContain(`${hostile}\n`);
    expect(await code(client.launch({ text: 'a\nb' }))).toBe('param.pattern');
    expect(await code(client.launch({ text: 'a\0b' }))).toBe('param.pattern');
  });
});

describe('a launch', () => {
  it('starts one job for one key, over many connections and tries', async () => {
    const key = newLaunchKey();
    const others = await Promise.all([1, 2, 3].map(() => new TestClient(address).connected()));
    const all = [client, ...others];
    const launched = await Promise.all(
      Array.from({ length: 24 }, (_none, at) => (all[at % 4] as TestClient).launch({ steps: '2' }, { key })),
    );
    expect(new Set(launched.map(({ job }) => job)).size).toBe(1);
    const job = launched[0]?.job ?? '';
    await client.end(job);
    expect(bridge.read(job, 'work/out/started').trim().split('\n')).toHaveLength(1);
    expect(await code(client.launch({ steps: '3' }, { key }))).toBe('launch.key_conflict');
    for (const other of others) other.client.close();
  });

  it('is refused with what is wrong', async () => {
    expect(await code(client.launch({ nope: 1 }))).toBe('param.unknown');
    expect(await code(client.launch({ steps: 5 }))).toBe('param.type');
    expect(await code(client.launch({}, { recipe: 'nope' }))).toBe('recipe.unknown');
    expect(await code(client.launch({}, { recipe: '../trainer' }))).toBe('recipe.unknown');
    expect(await code(client.launch({}, { key: 'no-uuid' }))).toBe('proto.bad_json');
  });

  it('waits, or is refused, where four jobs run', async () => {
    const running = await Promise.all([1, 2, 3, 4].map(() => client.launch({ steps: '100', ms: '100' })));
    expect(await code(client.launch({}, { queue: false }))).toBe('launch.busy');
    const { job } = await client.launch({ steps: '1' });
    await client.state(job, 'queued');
    for (const { job: each } of running)
      await client.client.request('job.cancel', { job: each, mode: 'now', reason: null });
    expect((await client.end(job)).state).toBe('succeeded');
    for (const { job: each } of running) expect((await client.end(each)).state).toBe('cancelled');
  });

  it('shows what it would run', async () => {
    const { stages } = await client.client.request('recipe.render', {
      recipe: 'trainer',
      params: { text: 'a b' },
    });
    expect(stages).toHaveLength(1);
    expect(stages[0]?.argv).toContain('text=a b');
    expect(stages[0]?.env).toEqual(['FROM_RECIPE']);
  });
});

describe('the path jail', () => {
  beforeAll(() => {
    writeFileSync(join(bridge.folder, 'secret'), 'x');
    mkdirSync(`${bridge.workspace}-neighbour`);
    writeFileSync(join(`${bridge.workspace}-neighbour`, 'x'), 'x');
    writeFileSync(join(bridge.workspace, 'data.json'), '{}');
    symlinkSync('data.json', join(bridge.workspace, 'inside'));
    symlinkSync(join(bridge.folder, 'secret'), join(bridge.workspace, 'link'));
    symlinkSync('loop', join(bridge.workspace, 'loop'));
    execFileSync('mkfifo', [join(bridge.workspace, 'pipe')]);
  });

  const render = (data: string) =>
    client.client
      .request('recipe.render', { recipe: 'trainer', params: { data } })
      .then(({ stages }) => stages[0]?.argv.at(-1));

  it('resolves what lies in an allowed root', async () => {
    const path = join(bridge.workspace, 'data.json');
    for (const text of ['workspace:data.json', 'workspace:./data.json', 'workspace:inside', path])
      expect(await render(text)).toBe(`data=${path}`);
  });

  it.each([
    ['workspace:../secret', 'path.outside'],
    ['workspace:a/../../secret', 'path.outside'],
    ['workspace:/etc/passwd', 'path.outside'],
    ['workspace:link', 'path.outside'],
    ['workspace:data.json\\..\\x', 'path.outside'],
    ['/etc/passwd', 'path.outside'],
    ['data.json', 'path.outside'],
    ['job:x', 'path.outside'],
    ['home:x', 'path.outside'],
    ['workspace:missing', 'path.missing'],
    ['workspace:loop', 'path.missing'],
    ['workspace:', 'param.check'],
    ['workspace:pipe', 'param.check'],
    [`workspace:${'x'.repeat(2000)}`, 'param.range'],
    ['', 'param.required'],
  ])('refuses %s', async (path, wanted) => {
    expect(await code(render(path))).toBe(wanted);
    await expect(render(path)).rejects.toThrow(/^data: /);
  });

  it('is not fooled by a neighbour whose name begins alike, and names no folder of the host', async () => {
    const neighbour = `${bridge.workspace}-neighbour/x`;
    expect(await code(render(neighbour))).toBe('path.outside');
    await expect(render('workspace:link')).rejects.toThrow(/^(?!.*tracehop-bridge)/);
    expect(readFileSync(neighbour, 'utf8')).toBe('x');
  });
});
