import { describe, expect, it } from 'vitest';
import { entriesOf, jsonl, opened } from '../rollouts/opened';

const TEXT = '<think>a</think><search>q</search>';

describe('json', () => {
  it('finds the field that holds the text, and says by what', async () => {
    const row = {
      query: 'q?',
      meta: { trajectory: TEXT, note: 'x' },
      golden_answers: ['g'],
      reward: 0.5,
      global_step: 7,
      extra: [1],
    };
    const file = await opened('any.jsonl', jsonl(row, row));
    const [entry] = await entriesOf(file);
    expect(file.container.chosen.id).toBe('json');
    expect(file.container.evidence.because).toMatch(
      /`meta\.trajectory`: `<think>`.* in 2 of 2 texts in the first 2 records/,
    );
    expect(file.container.evidence.because).toMatch(
      /question in `query`; golds in `golden_answers`; score in `reward`; step in `global_step`$/,
    );
    expect(entry?.rollouts[0]).toMatchObject({
      question: 'q?',
      golds: ['g'],
      text: TEXT,
      parts: [{ path: ['meta', 'trajectory'], by: 'policy' }],
      recorded: { score: 0.5, step: 7, extra: [1] },
    });
  });

  it('puts a prompt beside the text in front, once', async () => {
    const apart = await opened('a.jsonl', jsonl({ prompt: 'Question: q?\n', completion: TEXT }));
    const repeated = await opened(
      'b.jsonl',
      jsonl({ prompt: 'Question: q?\n', response: `Question: q?\n${TEXT}` }),
    );
    for (const file of [apart, repeated]) {
      const rollout = (await entriesOf(file))[0]?.rollouts[0];
      expect(rollout?.text).toBe(`Question: q?\n${TEXT}`);
      expect(rollout?.parts.map(({ by, end }) => [by, end])).toEqual([
        ['prompt', 13],
        ['policy', 13 + TEXT.length],
      ]);
      expect(rollout?.question).toBe('q?');
    }
    expect((await entriesOf(repeated))[0]?.rollouts[0]?.parts[1]).toMatchObject({
      path: ['response'],
      at: 13,
    });
  });

  it('reads a JSON array, and an object of records', async () => {
    const list = await opened('a.json', JSON.stringify([{ text: TEXT }, { text: TEXT }], null, 2));
    expect((await entriesOf(list)).map(({ place }) => [place.line, place.character])).toEqual([
      [1, 2],
      [4, 2],
    ]);
    const map = await opened('b.json', JSON.stringify({ x1: { text: TEXT }, x2: { text: TEXT } }));
    expect((await entriesOf(map)).map(({ rollouts }) => rollouts[0]?.recorded['key'])).toEqual(['x1', 'x2']);
    expect((await map.entryAt(1))?.rollouts[0]?.recorded['key']).toBe('x2');
  });

  it('renders chat messages in order', async () => {
    const call = { id: '1', type: 'function', function: { name: 'search', arguments: '{"query":"z"}' } };
    const messages = [
      { role: 'system', content: 'S' },
      { role: 'user', content: 'q?' },
      { role: 'assistant', content: '', reasoning_content: 'hm', tool_calls: [call, JSON.stringify(call)] },
      { role: 'tool', content: [{ type: 'text', text: 'found' }] },
      { role: 'user', content: 'go on' },
      { role: 'assistant', content: 'done', tool_calls: null },
    ];
    const file = await opened('m.jsonl', jsonl({ messages, answer: [['g']] }));
    const rollout = (await entriesOf(file))[0]?.rollouts[0];
    const rendered = '<tool_call>\n{"name":"search","arguments":{"query":"z"}}\n</tool_call>';
    expect(rollout?.text).toBe(
      '<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nq?<|im_end|>\n<|im_start|>assistant\n' +
        `<think>\nhm\n</think>\n\n${rendered}\n${rendered}<|im_end|>\n<|im_start|>tool\nfound<|im_end|>\n` +
        '<|im_start|>user\ngo on<|im_end|>\n<|im_start|>assistant\ndone',
    );
    const own = rollout?.parts.filter((part) => !part.rendered) ?? [];
    expect(own.map(({ by, path }) => [by, path])).toEqual([
      ['prompt', ['messages', 0, 'content']],
      ['prompt', ['messages', 1, 'content']],
      ['policy', ['messages', 2, 'reasoning_content']],
      ['environment', ['messages', 3, 'content', 0, 'text']],
      ['environment', ['messages', 4, 'content']],
      ['policy', ['messages', 5, 'content']],
    ]);
    expect(rollout).toMatchObject({ question: 'q?', golds: ['g'] });
    expect(rollout?.parts.at(-1)?.end).toBe(rollout?.text.length);
  });

  it('reads prompt and completion messages, where all of the prompt is prompt', async () => {
    const prompt = [
      { role: 'user', content: 'example' },
      { role: 'assistant', content: 'shown' },
      { role: 'user', content: 'q?' },
    ];
    const completion = [{ role: 'assistant', content: 'a' }];
    const file = await opened(
      'r.jsonl',
      jsonl({ example_id: 4, prompt, completion, answer: 'g', reward: true }),
    );
    const rollout = (await entriesOf(file))[0]?.rollouts[0];
    expect(rollout?.parts.filter(({ by }) => by === 'policy').map(({ path }) => path)).toEqual([
      ['completion', 0, 'content'],
    ]);
    expect(rollout).toMatchObject({ question: 'q?', golds: ['g'], recorded: { score: 1, group: '4' } });
  });

  it.each([
    ['a corpus', [{ id: '0', contents: '"T"\ntext' }], /contents/],
    ['a question set', [{ question: 'q', golden_answers: ['a'] }], /golden_answers/],
    ['metrics', [{ step: 1, data: { loss: 1 } }], /a step and numbers/],
    [
      'prompts',
      [{ prompt: [{ role: 'user', content: 'use <search> q </search>' }], data_source: 'nq' }],
      /prompts/,
    ],
    ['prompts as text', [{ prompt: 'use <search> q </search>', x: 1 }], /prompts/],
    ['numbers', [1, 2], /not objects/],
  ])('does not take %s for rollouts', async (_what, values, reason) => {
    const file = await opened('x.jsonl', jsonl(...values));
    expect(file.container.chosen.holds).not.toBe('rollouts');
    expect(file.container.evidence.because).toMatch(reason);
  });

  it('faults a record of another shape', async () => {
    const file = await opened('x.jsonl', jsonl({ text: TEXT }, { text: TEXT }, { text: 7 }, { other: 1 }));
    const entries = await entriesOf(file);
    expect(entries[2]?.fault?.message).toBe('`text` is a number; a string is expected');
    expect(entries[3]?.withoutText).toBe('`text` is missing');
  });
});
