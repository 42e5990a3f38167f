/** What the systems of rollout-formats.md 1 to 5 print to the console: each example line, worked out by hand. */
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../core/rollouts/rollout-file';
import { RolloutPositions } from '../../../core/rollouts/positions';
import { entriesOf, opened } from '../rollouts/opened';

async function read(
  content: string,
  name = 'run.log',
): Promise<{ id: string; dialect: string; entries: Entry[] }> {
  const file = await opened(name, content);
  return { id: file.container.chosen.id, dialect: file.dialect.chosen.id, entries: await entriesOf(file) };
}

const rolloutOf = (entry: Entry | undefined) => entry?.rollouts[0] ?? expect.fail('no rollout');
/** Who wrote what, in order; neighbours by the same author once. */
const by = (entry: Entry | undefined): string[] =>
  rolloutOf(entry)
    .parts.map((part) => part.by as string)
    .filter((author, at, all) => author !== all[at - 1]);

const RULE = '-'.repeat(20);
const PROMPT =
  '<|im_start|>system\nUse <search> q </search>, <result> r </result>, <answer> \\boxed{answer here} </answer>.<|im_end|>\n' +
  '<|im_start|>user\nWhich river crosses Zorvia?<|im_end|>\n<|im_start|>assistant\n';
const RESPONSE =
  '<think>a</think><search>zorvia</search> <result>\n"Zorvia"\nIt lies on the Melka.\n</result>\n<answer>\\boxed{Danube}</answer><|im_end|>';

const research = (
  sequence: string,
  reason = 'wrong answer but good format: Danube',
  golds = "['Melka River']",
): string =>
  `${RULE}\ndata_source: \nmusique\nsequences_str: \n${sequence}\nground_truth: \n${golds}\nscore: \n0.1\nreason: \n${reason}\n${RULE}\n`;

describe('what ReSearch prints in validation', () => {
  // rollout-formats.md 5.3
  const expectSample = (entry: Entry | undefined, reason = 'wrong answer but good format: Danube'): void => {
    const rollout = rolloutOf(entry);
    expect(rollout.text).toBe(PROMPT + RESPONSE);
    expect(by(entry)).toEqual(['prompt', 'policy']);
    expect(rollout).toMatchObject({ question: 'Which river crosses Zorvia?', golds: ['Melka River'] });
    expect(rollout.answer?.text).toBe('Danube');
    expect(rollout.recorded).toMatchObject({ score: 0.1, data_source: 'musique', reason });
  };

  it.each([
    ['alone', (text: string): string => text],
    ['behind the prefix of Ray', (text: string) => text.replace(/^(?=[^])/gm, '(main_task pid=7) ')],
    ['with CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['where blanks at line ends were cut', (text: string) => text.replace(/ +$/gm, '')],
  ])('is read %s', async (_how, made) => {
    const { id, dialect, entries } = await read(made(research(PROMPT + RESPONSE)));
    expect([id, dialect]).toEqual(['search-r1-log', 'research']);
    expectSample(entries[0]);
    expect(entries).toHaveLength(1);
  });

  it('is read beside metrics, two in a row, with the step of the log', async () => {
    const log = `step:20 - critic/score/mean:0.3\n${research(PROMPT + RESPONSE)}${research(PROMPT + RESPONSE)}step:21 - val/test_score/musique:0.100\n`;
    const { entries } = await read(log);
    expect(entries.map(({ measured, rollouts }) => [measured?.step, rollouts.length])).toEqual([
      [20, 0],
      [undefined, 1],
      [undefined, 1],
      [21, 0],
    ]);
    expectSample(entries[1]);
    expectSample(entries[2]);
    expect(rolloutOf(entries[1]).recorded['step']).toBe(21);
  });

  it('cuts a base prompt at `Assistant:`', async () => {
    const prompt = 'A conversation between User and Assistant. User: Which river crosses Zorvia?. Assistant:';
    const { entries } = await read(research(`${prompt} <think>a</think> <answer>\\boxed{Melka}</answer>`));
    expect(by(entries[0])).toEqual(['prompt', 'policy']);
    expect(rolloutOf(entries[0])).toMatchObject({ question: 'Which river crosses Zorvia?' });
  });

  it('keeps a text that holds its own labels whole, and a reason of several lines', async () => {
    const hostile = `${PROMPT}<think>\nground_truth: \n['x']\nscore: \n1\n${RULE}\nreason: \n</think><answer>\\boxed{D\nE}</answer>`;
    const { entries } = await read(research(hostile, 'wrong answer but good format: D\nE'));
    expect(entries).toHaveLength(1);
    expect(rolloutOf(entries[0]).text).toBe(hostile);
    expect(rolloutOf(entries[0]).golds).toEqual(['Melka River']);
    expect(rolloutOf(entries[0]).recorded['reason']).toBe('wrong answer but good format: D\nE');
  });

  it('is read as far as it goes where the file ends in it', async () => {
    const whole = research(PROMPT + RESPONSE);
    const { entries } = await read(whole.slice(0, whole.indexOf('ground_truth')));
    expect(rolloutOf(entries[0]).text).toBe(PROMPT + RESPONSE);
    for (let end = 22; end < whole.length; end += 37) await read(whole.slice(0, end));
  });

  it('maps positions to its lines', async () => {
    const content = research(PROMPT + RESPONSE).replace(/^(?=[^])/gm, '(main_task pid=7) ');
    const { entries } = await read(content);
    const entry = entries[0] ?? expect.fail('no entry');
    const rollout = rolloutOf(entry);
    const { line, character } = new RolloutPositions(entry.record, rollout).toFile(
      rollout.text.indexOf('It lies'),
    );
    expect(content.split('\n')[line]?.slice(character)).toBe('It lies on the Melka.');
  });

  it.each([`${RULE}\nmore\n`, `${RULE}\n${RULE}\n`, `${'-'.repeat(21)}\ndata_source: \nx\n`])(
    'is not seen in %j',
    async (text) => {
      const { id } = await read(`step:1 - a/b:1\n${text}`);
      expect(id).toBe('metric-lines');
    },
  );
});

describe("what RAG-R1's evaluation prints", () => {
  // rollout-formats.md 2.3
  const transcript =
    '<|im_start|>user\nThe example is <answer> Beijing </answer>. Question: Which river crosses Zorvia?<|im_end|>\n<|im_start|>assistant\n' +
    '<think>a</think>\n<search> zorvia </search>\n<information>\nDoc 1: Zorvia   On the Melka.\n</information>\n<answer> Melka </answer>';
  const item = (text: string, predicted = ' Melka ', reward = '1.0', at = 0): string =>
    `process: ${at}/2\n[all prompt]: \n${text}\n[gold_answer]: Melka\n[predict_answer]: ${predicted}\n[reward]: ${reward}\n${'-'.repeat(50)}\n`;
  const totals =
    '[Accuarcy]: 0.5\n[Time cost]: 12.5 s\n[Time cost per sample]: 6.25 s\n[Retrieval count per sample]: 1.5\n';

  it('is read item by item, and its totals as metrics', async () => {
    const banner = '\n\n################# [Start Reasoning + Searching] ##################\n\n\n';
    const { id, dialect, entries } = await read(
      `${banner}${item(transcript)}${item(transcript, 'None', '0.0', 1)}${totals}`,
    );
    expect([id, dialect]).toEqual(['search-r1-log', 'rag-r1']);
    expect(entries.slice(0, 2).map((entry) => rolloutOf(entry).text)).toEqual([transcript, transcript]);
    expect(by(entries[0])).toEqual(['prompt', 'policy']);
    expect(rolloutOf(entries[0])).toMatchObject({
      question: 'Which river crosses Zorvia?',
      golds: ['Melka'],
    });
    expect(rolloutOf(entries[0]).answer?.text).toBe('Melka');
    expect(entries.slice(0, 2).map((entry) => rolloutOf(entry).recorded)).toEqual([
      { score: 1, predict_answer: ' Melka ' },
      { score: 0, predict_answer: null },
    ]);
    expect(entries.slice(2).map(({ measured }) => measured)).toEqual([
      { step: null, values: { Accuarcy: 0.5 } },
      { step: null, values: { 'Time cost': 12.5 } },
      { step: null, values: { 'Time cost per sample': 6.25 } },
      { step: null, values: { 'Retrieval count per sample': 1.5 } },
    ]);
  });

  it('keeps a transcript that holds its labels, and an answer of several lines', async () => {
    const hostile = `${transcript.replace('<think>a', '<think>\n[gold_answer]: Orso\n[predict_answer]: x\nprocess: 1/2\n[reward]: 0.0\na')}`;
    const { entries } = await read(item(hostile, ' two\nlines '));
    expect(entries).toHaveLength(1);
    expect(rolloutOf(entries[0])).toMatchObject({ text: hostile, golds: ['Melka'] });
    expect(rolloutOf(entries[0]).recorded['predict_answer']).toBe(' two\nlines ');
  });

  it('is read as far as it goes where the file ends in it', async () => {
    const whole = item(transcript);
    const { entries } = await read(whole.slice(0, whole.indexOf('[gold_answer]')));
    expect(rolloutOf(entries[0]).text).toBe(transcript);
    for (let end = 30; end < whole.length; end += 37) await read(whole.slice(0, end));
  });

  it.each(['process: 1/2\n', 'process: 1/2\n[all prompts]: \n', '[all prompt]: \nx\n'])(
    'is not seen in %j',
    async (text) => {
      const { id } = await read(`step:1 - a/b:1\n${text}`);
      expect(id).toBe('metric-lines');
    },
  );
});
