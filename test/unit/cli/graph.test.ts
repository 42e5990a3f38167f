import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonl } from '../rollouts/opened';
import { run, values } from './run';

const row = (title: string): unknown => ({
  input: 'Question: q?\n',
  output: `<think>a</think>\n<search>q</search>\n\n<information>Doc 1(Title: "${title}") d\nDoc 2(Title: "U") e</information>\n\n<think>b</think>\n<answer> é </answer>`,
  gts: ['é'],
  score: 1,
  step: 1,
});

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tracehop-graph-'));
  await mkdir(join(folder, 'runs'));
  await writeFile(join(folder, 'runs', 'step_1.jsonl'), `${jsonl(row('A'), row('B'))}{"input": nope}\n`);
  await writeFile(join(folder, 'runs', 'step_2.jsonl'), jsonl(row('C "<&>\\')));
  await writeFile(join(folder, 'notes.txt'), 'nothing here\n');
});
afterAll(() => rm(folder, { recursive: true }));

const graph = (...args: string[]) => run(folder, 'graph', join(folder, 'runs'), ...args);
const ids = (out: string) => values(out).map(({ id }) => id);

describe('graph', () => {
  it('prints one line a rollout, and tells of broken records', async () => {
    const { code, out, err } = await graph();
    expect(code).toBe(0);
    expect(ids(out)).toEqual(['step_1.jsonl#0', 'step_1.jsonl#1', 'step_2.jsonl#0']);
    expect(err).toBe('1 broken record: tracehop check says what is wrong\n');
    expect(values(out)[2]).toMatchObject({
      nodes: [
        { kind: 'question', text: 'q?', golds: ['é'] },
        { kind: 'query', text: 'q', documents: 2 },
        { kind: 'document', title: 'C "<&>\\' },
        { kind: 'document', title: 'U' },
        { kind: 'answer', text: 'é', correct: true },
      ],
      leftOut: null,
    });
  });

  it('picks a rollout by its id', async () => {
    const { code, out } = await graph('--rollout', 'step_1.jsonl#1');
    expect([code, ids(out)]).toEqual([0, ['step_1.jsonl#1']]);
  });

  it('picks a record of each file by its number', async () => {
    expect(ids((await graph('--record', '0')).out)).toEqual(['step_1.jsonl#0', 'step_2.jsonl#0']);
    expect(ids((await graph('--record', '1')).out)).toEqual(['step_1.jsonl#1']);
  });

  it('shows as many documents as it is told to', async () => {
    const [line] = values((await graph('--record', '1', '--documents', '1')).out);
    expect(line).toMatchObject({ leftOut: { documents: 1, ofDocuments: 2 } });
  });

  it.each([
    [['--rollout', 'step_1.jsonl#9'], 'no rollout is called step_1.jsonl#9'],
    [['--rollout', 'step_9.jsonl#0'], 'no rollout is called step_9.jsonl#0'],
    [['--record', '77'], 'no rollout is called #77'],
    [['--rollout', 'step_1'], 'an id ends in #'],
    [['--rollout', 'step_1.jsonl#0', '--record', '0'], 'cannot be used with'],
    [['--record', '-1'], 'whole number'],
    [['--format', 'svg'], 'Allowed choices are ndjson, dot, graphml'],
  ])('refuses %s', async (args, words) => {
    const { code, out, err } = await graph(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(words);
  });

  it('refuses a file without rollouts', async () => {
    const { code, err } = await run(folder, 'graph', join(folder, 'notes.txt'));
    expect(code).toBe(2);
    expect(err).toContain('no rollouts');
  });

  it('prints a digraph for each rollout', async () => {
    const { out } = await graph('--format', 'dot');
    expect(Array.from(out.matchAll(/^digraph "(.*)" \{$/gm), ([, id]) => id)).toEqual([
      'step_1.jsonl#0',
      'step_1.jsonl#1',
      'step_2.jsonl#0',
    ]);
    expect(out).toContain('label="C \\"<&amp;>\\\\"');
  });

  it('prints one GraphML document for all rollouts, and a whole one for none', async () => {
    const { out } = await graph('--format', 'graphml');
    expect(out.match(/<graphml /g)).toHaveLength(1);
    expect(out.match(/<graph id=/g)).toHaveLength(3);
    expect(out.endsWith('</graphml>\n')).toBe(true);
    expect(out).toContain('<data key="node.title">C &quot;&lt;&amp;&gt;\\</data>');
    const empty = join(folder, 'empty.jsonl');
    await writeFile(empty, '');
    const none = await run(folder, 'graph', empty, '--format', 'graphml');
    expect(none.out).toMatch(/^<\?xml .*\n<graphml [^]*<\/graphml>\n$/);
  });
});
