/** ReCall, by `rollout-formats.md` 6; what `test/unit/trace/recall.test.ts` already holds is not repeated. */
import { describe, expect, it } from 'vitest';
import { recall } from '../../../core/trace/dialects/recall';
import { entriesOf, jsonl, opened } from '../rollouts/opened';
import { queriesOf, read } from '../trace/support';

// 6.1: system message with instructions, schemas in a fence, literal examples; the bare question; the pre-filled tag.
const PROMPT =
  '<|im_start|>system\nYou may call tools.\n```json\n[{"name": "wikipedia_search", "parameters": {"query": "str"}}]\n```\n' +
  'Call as <tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>. ' +
  'Example: <think> so </think> \\boxed{20C}<|im_end|>\n<|im_start|>user\nWhich river crosses Zorvia?<|im_end|>\n' +
  '<|im_start|>assistant\n<think>';
const CALL = '{"name": "wikipedia_search", "arguments": {"query": "Zorvia river", "top_n": 5}}';
const TAGGED = `<tool_call>\n${CALL}\n</tool_call>`;
const back = (response: string): string =>
  `\n<|im_start|>user\n<tool_response>${CALL}\n${response}\n</tool_response>\n<|im_end|>\n<|im_start|>assistant\n<think>`;

const after = (response: string) =>
  read(recall, `${PROMPT} a </think>\n${TAGGED}<|im_end|>${back(response)}`);

describe('ReCall', () => {
  // 6.1: opening and closing counts must match and pairwise be ordered; otherwise no calls, and the rollout ends.
  it.each([
    ['an opener too many', `<tool_call>${TAGGED}`],
    ['a closer too many', `${TAGGED}</tool_call>`],
    ['a closer before its opener', `</tool_call>${CALL}<tool_call>`],
    ['the second call left open', `${TAGGED}\n<tool_call>\n${CALL}`],
  ])('runs no call of a turn with %s, and is told so', async (_what, calls) => {
    const sequences_str = `${PROMPT} a </think>\n${calls}<|im_end|>`;
    const file = await opened(
      'train_1.jsonl',
      jsonl({ sequences_str, ground_truth: 'Melka', score: 0, reason: '' }),
    );
    const [rollout] = (await entriesOf(file))[0]?.rollouts ?? [];
    expect(file.dialect.chosen.id).toBe('recall');
    expect(rollout?.turns).toMatchObject([{ documents: [], observation: null, error: null }]);
    expect(rollout?.answer).toBeNull();
    const rules = rollout?.findings.map(({ rule }) => rule) ?? [];
    expect(rules.filter((rule) => ['broken-call', 'unclosed-tag', 'truncated'].includes(rule))).not.toEqual(
      [],
    );
  });

  // 6.1: no calls means the rollout ends, without an error message.
  it('ends where a turn calls nothing', () => {
    const trace = read(recall, `${PROMPT} a </think> I give up.<|im_end|>`);
    expect(trace.turns).toMatchObject([{ think: 'a', queries: [], error: null, observation: null }]);
  });

  // 6.1: `<|im_start|>` is an illegal stop: the rollout ends right behind it.
  it('ends at a header that the model opens itself', () => {
    const trace = read(recall, `${PROMPT} a </think>\n${TAGGED}<|im_start|>`);
    expect(queriesOf(trace)).toEqual(['Zorvia river']);
    expect(trace.turns).toMatchObject([{ documents: [], observation: null }]);
  });

  // 6.1: optional parts `result: `, `output: `, `error: `, each with its value on the next lines. 6.2: contents are
  // joined by blank lines.
  it.each([
    [
      'result: \n"Zorvia"\nIt lies on the Melka.\n\n"Orso"\nA hill.',
      [
        ['Zorvia', 'It lies on the Melka.'],
        ['Orso', 'A hill.'],
      ],
      null,
    ],
    ['result: \n7\noutput: \nseven', [[null, '7']], null],
    ['output: \nseven\nerror: \nTraceback', [[null, 'seven']], 'Traceback'],
    ['result: \n7\noutput: \nseven\nerror: \nwarned', [[null, '7']], 'warned'],
    ['error: 502', [], 'error: 502'],
    ['error: execution timed out', [], 'error: execution timed out'],
    ['Parse tool call failed: Expecting value', [], 'Parse tool call failed: Expecting value'],
    ['', [], null],
  ])('reads the response %j', (response, documents, error) => {
    const [turn] = after(response).turns;
    expect(turn?.documents.map(({ title, text }) => [title, text])).toEqual(documents);
    expect(turn?.error).toBe(error);
  });

  // 6.5: 0 for environment tokens, the injected assistant header and `<think>` among them; 1 for policy tokens,
  // their `<|im_end|>` among them.
  it('gives the header and the opener that the environment writes to the environment', () => {
    const text = `${PROMPT} a </think>\n${TAGGED}<|im_end|>${back('result: \nx')} b </think> \\boxed{Melka}<|im_end|>`;
    const { segments } = read(recall, text);
    const runs = segments.filter(({ by }, at) => by !== segments[at - 1]?.by);
    expect(runs.map(({ by, start }) => [by, text.slice(start, start + 12)])).toEqual([
      ['prompt', '<|im_start|>'],
      ['policy', ' a </think>\n'],
      ['environment', '\n<|im_start|'],
      ['policy', ' b </think> '],
    ]);
    expect(text.slice(runs[2]?.start, runs[3]?.start)).toBe(back('result: \nx'));
  });

  // 6.3: the lines of ReSearch's dumps (5.3). 6.4: `bad format: …`, `not end with eos token`; wrong answers get 0.1.
  it.each([
    [0, 'bad format: think tags are not balanced', false],
    [0, 'not end with eos token', true],
    [0.1, 'wrong answer but good format: Orso', false],
    [0.8, 'correct answer, get f1 score: 0.8', false],
  ])('keeps the score %d with its reason %j', async (score, reason, cut) => {
    const sequences_str = `${PROMPT} a </think> \\boxed{Orso}${cut ? '' : '<|im_end|>'}`;
    const record = { data_source: 'musique', sequences_str, ground_truth: 'Melka', score, reason };
    const file = await opened('train_7.jsonl', jsonl(record));
    expect([file.container.chosen.id, file.dialect.chosen.id]).toEqual(['research-jsonl', 'recall']);
    const [entry] = await entriesOf(file);
    expect(entry?.rollouts[0]).toMatchObject({
      question: 'Which river crosses Zorvia?',
      golds: ['Melka'],
      answer: { text: 'Orso' },
      recorded: { score, reason, step: 7, split: 'train' },
    });
    expect((entry?.losses ?? []).some(({ kind }) => kind === 'cut')).toBe(cut);
  });
});
