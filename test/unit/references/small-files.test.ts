/** Files whose records come alone, with notes beside them, or end on a call. */
import { describe, expect, it } from 'vitest';
import { readAs } from '../rag-systems/read';
import { entriesOf, jsonl, opened } from '../rollouts/opened';
import { cpuTime } from '../cpu-time';

const ID = '073115117c352763';

describe('fanoutqa', () => {
  const call = { name: 'search', arguments: { query: 'Colombia' } };

  it.each([
    ['a call that is all of it', JSON.stringify(call)],
    ['a call in the last fence', `I look.\n\n\`\`\`json\n${JSON.stringify(call, null, 2)}\n\`\`\``],
    [
      'calls of two fences',
      `\`\`\`json\n${JSON.stringify(call)}\n\`\`\`\n\`\`\`json\n${JSON.stringify(call)}\n\`\`\``,
    ],
    ['a list of calls', JSON.stringify([call, call])],
    ['a call a line', `${JSON.stringify(call)}\n${JSON.stringify(call)}\n`],
    ["a call as OpenAI's", JSON.stringify({ type: 'function', function: call })],
  ])('takes for no answer %s', async (_what, answer) => {
    const { container, rollouts } = await readAs(
      'a.jsonl',
      jsonl({ id: ID, answer }, { id: ID, answer: 'Tokyo' }),
    );
    expect(container).toBe('fanoutqa');
    expect(rollouts.map(({ answer: found, recorded }) => [found?.text, recorded['unanswered']])).toEqual([
      [undefined, 'ends on a call of a tool'],
      ['Tokyo', undefined],
    ]);
    expect(rollouts[0]?.text).toContain('Colombia');
  });

  it.each([
    ['a list', '```\n1. Apple - Tim Cook\n```'],
    ['a result', '{"content": "Austin", "call_id": "cf24"}'],
    ['JSON without a call', '```json\n{"name": "Austin"}\n```'],
    ['an open fence', '```'],
    ['a list that is empty', '[]'],
    ['words behind a call', `${JSON.stringify(call)} It is Austin.`],
    ['code', '```typescript\nfunctions.search({ query: "x" })\n```'],
  ])('keeps %s', async (_what, answer) => {
    const { rollouts } = await readAs('a.jsonl', jsonl({ id: ID, answer }, { id: ID, answer: 'Tokyo' }));
    expect(rollouts[0]?.answer?.text).toBe(answer);
  });

  it('may have notes beside the answer, and nothing more', async () => {
    const noted = await readAs(
      'a.jsonl',
      jsonl({ id: ID, answer: 'Tokyo', model: 'm', seconds: 3, ok: true, error: null }),
    );
    expect([noted.container, noted.rollouts[0]?.recorded]).toEqual([
      'fanoutqa',
      { id: ID, model: 'm', seconds: 3, ok: true, error: null },
    ]);
    for (const more of [{ question: 'q?' }, { context: 'x' }, { messages: [] }, { extra: {} }])
      expect((await readAs('a.jsonl', jsonl({ id: ID, answer: 'Tokyo', ...more }))).container).not.toBe(
        'fanoutqa',
      );
  });
});

describe('verl-metrics', () => {
  it('may have notes beside the metrics', async () => {
    const content = jsonl({ step: 1, data: { 'a/b': 1 }, time: 3.5, run: 'exp-1' });
    const file = await opened('m.jsonl', content);
    expect(file.container.chosen.id).toBe('verl-metrics');
    expect((await entriesOf(file))[0]?.measured).toEqual({ step: 1, values: { 'a/b': 1 } });
  });
});

describe('openai-calls', () => {
  const call = {
    request: { model: 'm', messages: [{ role: 'user', content: 'Which?' }] },
    response: {
      id: 'r',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Melka' }, finish_reason: 'stop' }],
    },
  };

  it.each([0, 2])('reads a file that is one call (indent %i)', async (indent) => {
    const { container, rollouts, faults } = await readAs('call.json', JSON.stringify(call, null, indent));
    expect([container, faults]).toEqual(['openai-calls', []]);
    expect(rollouts.map(({ question, answer }) => [question, answer?.text])).toEqual([['Which?', 'Melka']]);
  });

  it('reads it where it is asked to', async () => {
    const file = await opened('call.json', JSON.stringify(call), { container: 'openai-calls' });
    expect((await entriesOf(file)).flatMap(({ rollouts }) => rollouts)).toHaveLength(1);
  });

  it('leaves an object of records an object of records', async () => {
    const record = { prediction: 'Lund', option: 'C', stepNum: 3 };
    const { container, rollouts } = await readAs(
      'nq_option.json',
      JSON.stringify({ request: record, response: record }),
    );
    expect([container, rollouts.length]).toEqual(['adaptive-rag-routed', 2]);
  });
});

describe('hostile files', () => {
  it.each(['```\n', '[1,', '1_'])('of %j are read quickly', async (piece) => {
    const since = cpuTime();
    const text = piece.repeat(30_000);
    for (const [name, content] of [
      ['a.jsonl', jsonl({ id: ID, answer: text })],
      ['a.json', JSON.stringify({ [text]: ['a b'], [`${text}.`]: ['c d'] })],
    ] as const)
      expect((await readAs(name, content)).faults).toEqual([]);
    expect(cpuTime() - since).toBeLessThan(4_000);
  });
});
