import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOf } from '../../../cli/walk';
import { jsonl } from '../rollouts/opened';
import { run } from './run';

const ROW = jsonl({ input: 'q', output: '<think>a</think><answer>b</answer>', gts: 'b', score: 1, step: 1 });

let folder = '';
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tracehop-')));
  await mkdir(join(folder, 'runs', 'run_3'), { recursive: true });
  await mkdir(join(folder, 'elsewhere'));
  await writeFile(join(folder, 'runs', 'run_3', '1.jsonl'), ROW);
  await writeFile(join(folder, 'elsewhere', '2.jsonl'), ROW);
  await symlink('run_3', join(folder, 'runs', 'latest'));
  await symlink('../elsewhere', join(folder, 'runs', 'more'));
  await symlink('../elsewhere', join(folder, 'runs', 'more_again'));
  await symlink('..', join(folder, 'runs', 'run_3', 'up'));
  await symlink('../runs', join(folder, 'elsewhere', 'back'));
  await symlink('../..', join(folder, 'runs', 'outside'));
  await symlink('nowhere', join(folder, 'runs', 'dangling'));
  await symlink('circle', join(folder, 'runs', 'circle'));
  await symlink('../elsewhere/2.jsonl', join(folder, 'runs', 'linked.jsonl'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('links in a folder', () => {
  it('are followed once, and passed over where they bring nothing new', async () => {
    const failures: Error[] = [];
    const files = await filesOf([join(folder, 'runs')], (error) => failures.push(error));
    expect(failures).toEqual([]);
    expect(files.map(({ name }) => name)).toEqual(['linked.jsonl', 'more/2.jsonl', 'run_3/1.jsonl']);
  });

  it('never make the exit code 2', async () => {
    const { code, err } = await run(folder, 'parse', join(folder, 'runs'));
    expect([code, err]).toEqual([0, '']);
  });

  it('are followed where the user names them', async () => {
    const files = await filesOf([join(folder, 'runs', 'latest')], () => undefined);
    expect(files.map(({ name }) => name)).toEqual(['1.jsonl']);
  });
});
