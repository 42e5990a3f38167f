/** What is said of a file that lacks, guesses or cuts something. Counts are those of the records written here. */
import { describe, expect, it } from 'vitest';
import type { Container } from '../../../core/containers/container';
import { LossGatherer, type LossLine } from '../../../core/rollouts/loss-report';
import { LossTally } from '../../../core/rollouts/loss-tally';
import type { OpenOptions } from '../../../core/rollouts/rollout-file';
import { searchR1 } from '../../../core/trace/dialects/search-r1';
import { verlJsonl } from '../../../core/containers/verl-jsonl';
import { entriesOf, jsonl, opened } from './opened';

const PROMPT = '<|im_start|>user\nQuestion: Which river crosses Zorvia?<|im_end|>\n<|im_start|>assistant\n';
const ANSWER = '<think>a</think><answer>Melka</answer>';
const INFO = (text: string): string => `<search>q</search>\n\n<information>${text}</information>\n\n`;

async function linesOf(
  name: string,
  content: string | Uint8Array,
  options: OpenOptions = {},
): Promise<readonly LossLine[]> {
  const file = await opened(name, content, { findings: false, ...options });
  const gatherer = new LossGatherer(file);
  for (const entry of await entriesOf(file)) gatherer.add(entry);
  return gatherer.report().lines;
}

const sentences = (lines: readonly LossLine[], kind: LossLine['kind']): string[] =>
  lines.filter((line) => line.kind === kind).map(({ sentence }) => sentence);

const whole = {
  input: PROMPT,
  output: `${INFO('Doc 1(Title: "Zorvia") It lies on the Melka.')}${ANSWER}`,
  gts: { target: ['Melka'] },
  score: 1,
  step: 3,
  uid: 'a_0_0',
  generation_seconds: 2.5,
};

describe('absent', () => {
  it('is nothing where a file says all', async () => {
    expect(await linesOf('dump.jsonl', jsonl(whole, whole))).toEqual([]);
  });

  it('counts rollouts that lack something, with what it costs', async () => {
    const rest = { input: PROMPT, output: ANSWER, score: 1, step: 3 };
    const lines = await linesOf('dump.jsonl', jsonl(whole, rest, rest));
    expect(sentences(lines, 'absent')).toEqual([
      'golds are absent in 2 of 3 rollouts: answers cannot be scored',
      'group is absent in 2 of 3 rollouts: groups for advantages have to be rebuilt from equal questions',
      'times are absent in 2 of 3 rollouts: how long searches took is not known',
    ]);
    expect(lines.find(({ what }) => what === 'times')).toMatchObject({
      kind: 'absent',
      count: 2,
      of: 3,
      unit: 'rollout',
    });
  });

  it('counts documents without a title', async () => {
    const lines = await linesOf(
      'dump.jsonl',
      jsonl({ ...whole, output: `${INFO('plain words')}${ANSWER}` }, whole),
    );
    expect(lines.find(({ what }) => what === 'titles')).toMatchObject({ count: 1, of: 2, unit: 'document' });
  });

  it('misses prompt, question, score and step of a bare text', async () => {
    const lines = await linesOf('one.txt', `${INFO('Doc 1(Title: "Z") x')}${ANSWER}`);
    const names = lines.filter(({ kind }) => kind === 'absent').map(({ what }) => what);
    expect(names).toEqual(['question', 'golds', 'score', 'step', 'group', 'prompt', 'times']);
  });
});

describe('guessed', () => {
  it('names the step that the file is called after, where no record says one', async () => {
    const rest = { ...whole, step: undefined };
    expect(sentences(await linesOf('step_7.jsonl', jsonl(rest, rest)), 'guessed')).toEqual([
      'the step was taken from the file’s name in all 2 rollouts',
    ]);
    expect(sentences(await linesOf('step_7.jsonl', jsonl({ ...rest, step: 7 })), 'guessed')).toEqual([]);
    const other = await linesOf('step_7.jsonl', jsonl(rest, rest), { container: 'json' });
    expect(sentences(other, 'guessed')).toContain(
      'the step was taken from the file’s name in all 2 rollouts',
    );
  });

  it('names fields that were found by name, once a file', async () => {
    const record = {
      question: 'Which river?',
      answer: 'Melka',
      text: `${INFO('Doc 1(Title: "Z") x')}${ANSWER}`,
    };
    const lines = await linesOf('own.jsonl', jsonl(record, record, record));
    const fields = lines.find(({ what }) => what.startsWith('fields were found'));
    expect(fields).toMatchObject({ kind: 'guessed', count: 1, of: 1, unit: 'file' });
    expect(fields?.sentence).toBe(
      'fields were found by their names: the text in `text`, question in `question`, golds in `answer`',
    );
  });

  it('says that a dialect is a guess, and what else is likely', async () => {
    const lines = await linesOf('dump.jsonl', jsonl({ ...whole, output: ANSWER }));
    expect(lines.find(({ what }) => what === 'dialect')).toMatchObject({ kind: 'guessed', unit: 'file' });
    expect(lines.find(({ what }) => what === 'dialect')?.sentence).toMatch(
      /^the dialect `[a-z0-9-]+` is a guess \(certainty 0\.\d\d\)/,
    );
  });

  it('is silent where the user named both', async () => {
    const options = { container: 'verl-jsonl', dialect: 'search-r1' };
    expect(
      sentences(await linesOf('dump.jsonl', jsonl({ ...whole, output: ANSWER }), options), 'guessed'),
    ).toEqual([]);
  });
});

describe('cut', () => {
  it('counts torn records, invalid bytes and truncated text', async () => {
    const cutInfo =
      '<search>q</search>\n\n<information>Doc 1(Title: "Z") on the<think>a</think><answer>x</answer>';
    const text = jsonl(whole, { ...whole, output: cutInfo }, { ...whole, extra: '@' });
    const bytes = Buffer.from(`${text}{"input": "us`);
    bytes[bytes.lastIndexOf('@')] = 0xff;
    expect(sentences(await linesOf('dump.jsonl', bytes), 'cut')).toEqual([
      'the record is torn: its writer was killed mid-write in 1 of 4 records',
      'bytes that are not UTF-8 are shown as U+FFFD in 1 of 4 records',
      'text stops at a token limit in 1 of 3 rollouts',
    ]);
  });

  it('tells responses of tools that were cut from other cut text', async () => {
    const call = '<tool_call>{"name": "search", "arguments": {"query_list": ["q"]}}</tool_call><|im_end|>\n';
    const back =
      '<|im_start|>user\n<tool_response>\nDoc 1 (Ti...(truncated)...Melka.\n</tool_response><|im_end|>\n';
    const output = `${call}${back}<|im_start|>assistant\n${ANSWER}`;
    const options = { dialect: 'verl-search', container: 'json' };
    expect(sentences(await linesOf('dump.jsonl', jsonl({ ...whole, output }), options), 'cut')).toEqual([
      'tool responses were cut (`...(truncated)`) in the one rollout',
    ]);
  });

  it('knows headers that lost their special tokens', async () => {
    const bare = 'user\nQuestion: Which river crosses Zorvia?\nassistant\n';
    expect(
      sentences(
        await linesOf('dump.jsonl', jsonl({ ...whole, input: bare }, whole), { container: 'json' }),
        'cut',
      ),
    ).toEqual(['special tokens were skipped while writing in 1 of 2 rollouts']);
  });

  it('does not take every broken record for a torn one', async () => {
    const content = `${jsonl(whole)}{"input": nothing}\n${jsonl(whole)}`;
    expect(sentences(await linesOf('dump.jsonl', content), 'cut')).toEqual([]);
  });
});

describe('what containers say', () => {
  it('is counted by clause', () => {
    const container: Container = { ...verlJsonl, holds: 'rollouts' };
    const choice = { evidence: { weight: 1, because: 'named' }, others: [] };
    const gatherer = new LossGatherer({
      name: 'a.jsonl',
      container: { ...choice, chosen: container },
      dialect: { ...choice, chosen: searchR1 },
      losses: [],
    });
    const record = { index: 0, byteStart: 0, byteEnd: 0, line: 0, text: '', invalidByte: null };
    const entry = { place: record, record, rollouts: [], fault: null, withoutText: null };
    const loss = { kind: 'cut', what: 'special tokens were skipped' } as const;
    gatherer.add({ ...entry, losses: [loss] });
    gatherer.add(entry);
    gatherer.add({ ...entry, losses: [loss, { kind: 'absent', what: 'scores of the judge' }] });
    expect(gatherer.report()).toEqual({
      records: 3,
      rollouts: 0,
      lines: [
        {
          kind: 'cut',
          what: 'special tokens were skipped',
          count: 2,
          of: 3,
          unit: 'record',
          sentence: 'special tokens were skipped, in 2 of 3 records',
        },
        {
          kind: 'absent',
          what: 'scores of the judge',
          count: 1,
          of: 3,
          unit: 'record',
          sentence: 'scores of the judge, in 1 of 3 records',
        },
      ],
    });
  });

  it('takes bounded memory, whatever is said', () => {
    const tally = new LossTally();
    for (let at = 0; at < 1000; at++) tally.add({ kind: 'cut', what: `clause ${at}` });
    const lines = tally.lines(1000);
    expect(lines).toHaveLength(65);
    expect(lines.at(-1)).toMatchObject({ what: 'other losses', count: 936 });
  });
});
