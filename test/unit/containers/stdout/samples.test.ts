import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../core/rollouts/rollout-file';
import { entriesOf, opened } from '../../rollouts/opened';

const LINE = '-'.repeat(32);
const block = (golds: string, extracted: string, solution: string): string =>
  `${LINE}\nGolden answers: ${golds}\nExtracted answer: ${extracted}\nSolution string: ${solution}\n`;
const chat =
  '<|im_start|>system\ns<|im_end|>\n<|im_start|>user\nQuestion: q?\n<|im_end|>\n<|im_start|>assistant\n';
const prefixed = (text: string, prefix = '(main_task pid=1) '): string =>
  text.replace(/^(?=.|\n)/gm, prefix).replace(new RegExp(`${prefix.replace(/[()]/g, '\\$&')}$`), '');

async function read(content: string): Promise<Entry[]> {
  const file = await opened('run.log', content);
  expect(file.container.chosen.id).toBe('search-r1-log');
  return entriesOf(file);
}

const texts = (entries: readonly Entry[]): (string | undefined)[] =>
  entries.map(({ rollouts }) => rollouts[0]?.text);
const whats = ({ losses = [] }: Entry): string[] => losses.map(({ kind, what }) => `${kind} ${what}`);

describe('a printed sample', () => {
  it.each([
    [`['Melka' 'Melka River' "D'Orso"]`, ['Melka', 'Melka River', "D'Orso"]],
    [`['Melka'\n 'Melka River']`, ['Melka', 'Melka River']],
    ["['Melka', 'Melka River']", ['Melka', 'Melka River']],
    ['Melka', ['Melka']],
  ])('gives the golds of %j', async (golds, expected) => {
    const [entry] = await read(block(golds, 'Melka', `${chat}<answer> Melka </answer>`));
    expect(entry?.rollouts[0]?.golds).toEqual(expected);
    expect(entry?.rollouts[0]?.recorded).toEqual({ extracted: 'Melka' });
  });

  it.each([
    ['Extracted answer: None', null],
    ['Extracted answer: None!', null],
    ['Extracted answer is not None: the Melka', 'the Melka'],
    ['Extracted answer: two\nlines', 'two\nlines'],
  ])('gives the answer of %j', async (line, extracted) => {
    const text = block("['a']", 'x', `${chat}<think>b</think>`).replace('Extracted answer: x', line);
    const [entry] = await read(text);
    expect(entry?.rollouts[0]?.recorded).toEqual({ extracted });
  });

  it('ends where the log goes on, and says where that was guessed', async () => {
    const solution = `${chat}<think>a</think>\n<answer> b </answer>`;
    const sample = block("['b']", 'b', solution);
    const known = await read(`${sample}ACTIVE_TRAJ_NUM: [5, 3]\n${sample}epoch 0, step 2\n${sample}`);
    expect(texts(known)).toEqual([solution, solution, solution]);
    expect(known.map(({ rollouts }) => rollouts[0]?.recorded['step'])).toEqual([undefined, undefined, 2]);
    const [guessed] = await read(`${sample}some words of a library\nand more\n`);
    expect(texts(guessed ? [guessed] : [])).toEqual([solution]);
    expect(guessed && whats(guessed)).toContain(
      "guessed where a sample ends: lines after its last `</answer>` are taken for the log's own",
    );
  });

  it('keeps what a model writes behind its answer, and separators in documents', async () => {
    for (const tail of [
      ' extra',
      '\n<think>more</think>',
      `\n<information>Doc 1(Title: "x") y\n${LINE}\nGold is here</information>`,
    ]) {
      const solution = `${chat}<answer> b </answer>${tail}`;
      expect(texts(await read(block("['b']", 'b', solution)))).toEqual([solution]);
    }
  });

  it('is put together from the lines of its own process', async () => {
    const solution = `${chat}<think>a\n\nb</think>\n<answer> b </answer>`;
    const mine = prefixed(block("['b']", 'b', solution))
      .trimEnd()
      .split('\n');
    const mixed = mine.flatMap((line, at) => [
      line,
      ...(at % 3 === 0 ? [`(WorkerDict pid=${at}) kl ${at}`] : []),
      ...(at % 4 === 1 ? ['\rvLLM:   0%|          | 0/4 [00:00<?, ?it/s]'] : []),
      ...(at % 5 === 2 ? ['no prefix at all'] : []),
    ]);
    expect(texts(await read(`${mixed.join('\n')}\n`))).toEqual([solution]);
  });

  it('says that Ray left lines out', async () => {
    const text = prefixed(block("['b']", 'b', `${chat}<think>a</think>`)).trimEnd();
    const [entry] = await read(`${text}\u001b[32m [repeated 3x across cluster]\u001b[0m\n`);
    expect(entry?.rollouts[0]?.text.endsWith('<think>a</think>')).toBe(true);
    expect(entry && whats(entry)).toContain(
      'cut lines that Ray did not print again (set `RAY_DEDUP_LOGS=0`)',
    );
  });

  it('is said to have no text where it was cut off before it', async () => {
    const whole = block("['b']", 'b', `${chat}<think>a</think>`);
    const entries = await read(
      `${whole}epoch 0, step 1\n${LINE}\nGolden answers: ['b']\nExtracted answer: b\n`,
    );
    expect(entries[1]?.withoutText).toBe('a printed sample without its `Solution string: `');
  });

  it('takes the step after the last metrics where no line says it', async () => {
    const sample = block("['b']", 'b', `${chat}<think>a</think>`);
    const [metrics, entry] = await read(`step:7 - a/b:1\n${sample}`);
    expect(metrics?.measured?.step).toBe(7);
    expect(entry?.rollouts[0]?.recorded['step']).toBe(8);
    expect(entry && whats(entry)).toContain(
      'guessed `step` is one more than that of the last metrics before the sample',
    );
  });
});

describe("a sample that verl's reward manager prints", () => {
  const log =
    '[prompt] user\nQuestion: Which river crosses Zorvia?\nassistant\n\n[response] <think>a</think>\n\n<answer>Melka</answer>\n' +
    "[ground_truth] {'target': array(['Melka', \"D'Orso\"], dtype=object)}\n[score] 1.0\n[acc] True\n[note] some words\nother words\n";

  it.each([
    ['alone', log],
    ['behind the prefix of Ray', prefixed(log, '(TaskRunner pid=1) ')],
  ])('%s is read with its values', async (_how, content) => {
    const entries = await read(`step:4 - a/b:1\n${content}${content}step:5 - a/b:1\n`);
    expect(texts(entries)).toEqual([
      undefined,
      ...Array<string>(2).fill(
        'user\nQuestion: Which river crosses Zorvia?\nassistant\n<think>a</think>\n\n<answer>Melka</answer>',
      ),
      undefined,
    ]);
    const [, first] = entries;
    expect(first?.rollouts[0]?.golds).toEqual(['Melka', "D'Orso"]);
    expect(first?.rollouts[0]?.question).toBe('Which river crosses Zorvia?');
    expect(first?.rollouts[0]?.recorded).toEqual({ score: 1, step: 5, acc: true, note: 'some words' });
    expect(first?.rollouts[0]?.parts.map(({ by }) => by)).toContain('prompt');
  });

  it('is said to have no text where it was cut off', async () => {
    const [, entry] = await read(`step:4 - a/b:1\n${log}[prompt] user\nq\n`).then((entries) =>
      entries.slice(1),
    );
    expect(entry?.withoutText).toBe('a printed sample without its `[response] `');
  });
});

describe('validation', () => {
  it('prints whole texts without labels, in RouteRAG behind a heading', async () => {
    const text = `${chat}<think>a</think>\n<answer> b </answer>`;
    const log = `ACTIVE_TRAJ_NUM: [2]\n${text}\n[Stage 1] Step 0, EM Score: 1.0000\n${text}\n"Initial validation metrics: {'val/test_score/nq': 1.0}"\nstep:0 - val/test_score/nq:1.000 - env/finish_ratio:1.000\n`;
    for (const content of [log, prefixed(log)]) {
      const entries = await read(content);
      expect(texts(entries)).toEqual([text, text, undefined, undefined]);
      expect(entries[2]?.measured).toEqual({ step: null, values: { 'val/test_score/nq': 1 } });
      expect(entries[1]?.rollouts[0]?.recorded).toEqual({ printed: 'validation' });
      expect(entries[3]?.measured?.values).toEqual({ 'val/test_score/nq': 1, 'env/finish_ratio': 1 });
    }
  });
});

describe('a training log', () => {
  it('of which only metrics tell the system is not taken for metrics alone', async () => {
    const file = await opened('a.log', 'step:1 - critic/score/mean:0.4 - env/finish_ratio:0.981\n');
    expect(file.container.chosen.id).toBe('search-r1-log');
  });

  it('keeps its noise out of memory: a sample behind 300 KB of it', async () => {
    const noise = `\r  0%|          | 0/4 [00:00<?, ?it/s]${'x'.repeat(60)}\n`.repeat(3_000);
    const sample = block("['b']", 'b', `${chat}<answer> b </answer>`);
    const entries = await read(
      `(main_task pid=7) hello\n${noise}${sample}${'epoch 0, step 1\n'}${noise}${sample}`,
    );
    expect(entries.map(({ record }) => record.text.length)).toEqual([sample.length - 1, sample.length - 1]);
  });
});
