/** What Ray, terminals and loggers put around the lines of a training (rollout-formats.md 16). */
import { describe, expect, it } from 'vitest';
import { entriesOf, opened } from '../rollouts/opened';

const CHAT =
  '<|im_start|>system\ns<|im_end|>\n<|im_start|>user\nQuestion: q?\n<|im_end|>\n<|im_start|>assistant\n';
const block = (solution: string, extracted = 'b'): string[] =>
  `${'-'.repeat(32)}\nGolden answers: ['b']\nExtracted answer: ${extracted}\nSolution string: ${solution}`.split(
    '\n',
  );

async function read(content: string) {
  const file = await opened('run.log', content);
  const entries = await entriesOf(file);
  return {
    container: file.container.chosen.id,
    texts: entries.flatMap(({ rollouts }) => rollouts.map(({ text }) => text)),
    empty: entries.flatMap(({ withoutText, rollouts, measured }) =>
      withoutText !== null && rollouts.length === 0 && !measured ? [withoutText] : [],
    ),
    measured: entries.flatMap(({ measured }) => (measured ? [measured] : [])),
  };
}

const solution = `${CHAT}<think>a\n\nc</think>\n<answer> b </answer>`;
const lines = block(solution);

describe('a prefix of Ray', () => {
  it.each([
    ['plain', (line: string) => `(main_task pid=7) ${line}`],
    ['with its host', (line: string) => `(main_task pid=7, ip=10.0.0.7) ${line}`],
    ['in colours', (line: string) => `\u001b[36m(main_task pid=7)\u001b[0m ${line}`],
    [
      'in colours with its host',
      (line: string) => `\u001b[36m(main_task pid=7, ip=10.0.0.7)\u001b[0m ${line}`,
    ],
    ['of current verl', (line: string) => `\u001b[36m(TaskRunner pid=15052)\u001b[0m ${line}`],
    ['of a worker', (line: string) => `(WorkerDict pid=7) ${line}`],
    ['none', (line: string) => line],
  ])('stands before each line of a print: %s', async (_how, prefixed) => {
    const { container, texts } = await read(`${lines.map(prefixed).join('\n')}\n`);
    expect([container, texts]).toEqual(['search-r1-log', [solution]]);
  });

  // A sample goes to the next separator: of two that are printed at once only the later one is whole.
  it('tells the lines of one process from those of another that prints a sample as well', async () => {
    const later = solution.replace('q?', 'r?');
    const mixed = block(later).flatMap((line, at) => [
      `(main_task pid=1) ${lines[at] ?? ''}`,
      `(main_task pid=2) ${line}`,
    ]);
    const { texts, empty } = await read(`${mixed.join('\n')}\n`);
    expect([texts, empty]).toEqual([[later], ['a printed sample without its `Solution string: `']]);
  });
});

describe('a sample', () => {
  it.each(['b', 'None'])('extracts %s', async (extracted) => {
    expect((await read(`${block(solution, extracted).join('\n')}\n`)).texts).toEqual([solution]);
  });

  it('holds documents with lines like those of a log', async () => {
    const shown = `${CHAT}<search>q</search>\n\n<information>Doc 1(Title: "Log") a\n[info] b: c\nGolden answers: x\nstep: 3\n</information>\n\n<answer> b </answer>`;
    expect((await read(`${block(shown).join('\n')}\nepoch 0, step 1\n`)).texts).toEqual([shown]);
  });
});

describe('a line of metrics', () => {
  it.each([
    // Three decimals hide small values: what is printed is what is read.
    ['actor/lr:0.000', { 'actor/lr': 0 }],
    ['val-core/my-data_1/acc/mean@1:0.5', { 'val-core/my-data_1/acc/mean@1': 0.5 }],
    // Keys hold no colon in practice; the last one is the border.
    ['a/b:c:0.5', { 'a/b:c': 0.5 }],
    ['a/b:np.float64(0.25)', { 'a/b': 0.25 }],
    ['a/b:np.int32(3)', { 'a/b': 3 }],
    ['a/b:True - a/c:False', { 'a/b': 1, 'a/c': 0 }],
    ['a/b:nan - a/c:inf - a/d:-inf', { 'a/b': NaN, 'a/c': Infinity, 'a/d': -Infinity }],
    ['a/b:1e-07', { 'a/b': 1e-7 }],
  ])('%s', async (pairs, values) => {
    for (const prefix of ['', '(main_task pid=1) ', '\u001b[36m(TaskRunner pid=1, ip=10.0.0.7)\u001b[0m '])
      expect((await read(`${prefix}step:7 - ${pairs}\n`)).measured).toEqual([{ step: 7, values }]);
  });

  it.each(['x step:7 - a/b:1', 'step:x - a/b:1', 'step:7 a/b:1'])('is not %s', async (line) => {
    expect((await read(`${line}\n`)).measured).toEqual([]);
  });
});
