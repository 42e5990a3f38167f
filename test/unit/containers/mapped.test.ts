import { describe, expect, it } from 'vitest';
import { parseFields, type FieldMap, type WrittenFields } from '../../../core/containers/fields/field-map';
import { fieldPath, parseFieldPath } from '../../../core/containers/fields/field-path';
import { memorySource } from '../../../core/containers/memory-source';
import { openRolloutSource } from '../../../core/rollouts/open';
import { RolloutPositions, SharedPositions } from '../../../core/rollouts/positions';
import type { Entry } from '../../../core/rollouts/rollout-file';
import type { Rollout } from '../../../core/trace/model';
import { cpuTime } from '../cpu-time';

function map(written: WrittenFields): FieldMap {
  const fields = parseFields(written);
  if (typeof fields === 'string') throw new Error(fields);
  return fields;
}

async function entries(content: unknown, written: WrittenFields, name = 'x.jsonl'): Promise<Entry[]> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const file = await openRolloutSource(name, memorySource(name, text), { fields: map(written) });
  const found: Entry[] = [];
  for await (const entry of file.entries()) found.push(entry);
  expect(file.container.chosen.id).toBe('mapped');
  return found;
}

async function one(content: unknown, written: WrittenFields): Promise<Rollout> {
  const [entry] = await entries(content, written);
  const rollout = entry?.rollouts[0];
  if (!rollout) throw new Error(entry?.fault?.message ?? entry?.withoutText ?? 'nothing');
  return rollout;
}

/** Holds words of a rollout to their bytes in the file; each stands there as it is. */
function expectPlaces(
  content: string,
  { record, rollouts }: Entry,
  rollout: Rollout,
  words: readonly string[],
): void {
  const places = new RolloutPositions(new SharedPositions(record, rollouts), rollout);
  for (const word of words) {
    const { byte } = places.toFile(rollout.text.indexOf(word));
    const written = JSON.stringify(word).slice(1, -1);
    expect(Buffer.from(content).subarray(byte).toString().startsWith(written), word).toBe(true);
  }
}

describe('paths', () => {
  it.each([
    ['a', ['a']],
    ['reward_model.ground_truth.target', ['reward_model', 'ground_truth', 'target']],
    ['choices[0].message', ['choices', 0, 'message']],
    ['[2][0]', [2, 0]],
    ['meta["a.b"].c', ['meta', 'a.b', 'c']],
    ['["x\\"y"]', ['x"y']],
    ['two words.é😀', ['two words', 'é😀']],
    ['[""]', ['']],
  ] as const)('%s', (text, path) => {
    expect(parseFieldPath(text)).toEqual(path);
    expect(parseFieldPath(fieldPath(path))).toEqual(path);
  });

  it.each([
    '',
    '.',
    'a.',
    '.a',
    'a..b',
    'a[',
    'a[x]',
    'a[-1]',
    'a]',
    ' a',
    'a ',
    'a. b',
    '["a]',
    'a["\\x"]',
    'a[1',
    'x'.repeat(3000),
  ])('%j is none', (text) => {
    expect(parseFieldPath(text)).toBeNull();
  });

  it('are read in time that grows with their length', () => {
    const since = cpuTime();
    for (const text of [
      'a.'.repeat(900),
      'a '.repeat(900),
      '[1]'.repeat(600),
      '["'.repeat(900),
      'a'.repeat(1_900) + '[',
    ])
      parseFieldPath(text);
    expect(cpuTime() - since).toBeLessThan(200);
  });
});

describe('a field map', () => {
  it('says what is wrong with it', () => {
    expect(parseFields({ answer: 'a' })).toMatch(/no role "answer"/);
    expect(parseFields({ text: 'a..b' })).toMatch(/text is no path/);
    expect(parseFields({ question: 'q' })).toMatch(/either `text` or `messages`/);
    expect(parseFields({ text: 'q', messages: 'm' })).toMatch(/either `text` or `messages`/);
  });

  it('reads any other shape', async () => {
    const record = {
      run: { uid: 'u7', at: 12, group: 'g1' },
      item: { ask: 'Which river?', reward_model: { ground_truth: { target: ['Melka', 'Melka River'] } } },
      choices: [{ said: '<think>a</think><answer> Melka </answer>' }],
      grades: { 'f1.soft': 0.5 },
    };
    const rollout = await one(record, {
      text: 'choices[0].said',
      question: 'item.ask',
      golds: 'item.reward_model.ground_truth.target',
      score: 'grades["f1.soft"]',
      step: 'run.at',
      group: 'run.group',
      id: 'run.uid',
    });
    expect(rollout).toMatchObject({
      container: 'mapped',
      question: 'Which river?',
      golds: ['Melka', 'Melka River'],
      text: '<think>a</think><answer> Melka </answer>',
      answer: { text: 'Melka' },
      recorded: { score: 0.5, step: 12, group: 'g1', id: 'u7' },
    });
  });

  it('looks for nothing that it does not name', async () => {
    const rollout = await one({ t: 'x', question: 'q?', answer: 'g', score: 1 }, { text: 't' });
    expect(rollout).toMatchObject({
      question: null,
      golds: [],
      recorded: { question: 'q?', answer: 'g', score: 1 },
    });
  });

  it('puts a prompt before the text, each character at its place in the file', async () => {
    const content = JSON.stringify({ p: 'Ask: “Zorvia”?\n', out: '<answer>Melka é😀</answer>' });
    const [entry] = await entries(content, { text: 'out', prompt: 'p' });
    const rollout = entry?.rollouts[0];
    if (!entry || !rollout) throw new Error('no rollout');
    expect(rollout.text).toBe('Ask: “Zorvia”?\n<answer>Melka é😀</answer>');
    expectPlaces(content, entry, rollout, ['Zorvia', 'Melka é']);
  });

  it('makes a search of documents that stand apart, and an answer of the text', async () => {
    const content = JSON.stringify({
      q: 'Which “river”?',
      contexts: [{ title: 'River A', text: 'It is\nthe Melka.' }, 'A string.', null, { none: 1 }],
      out: 'Melka é😀',
      gold: 'Melka',
      s: 1,
    });
    const [entry] = await entries(content, {
      text: 'out',
      question: 'q',
      documents: 'contexts',
      golds: 'gold',
      score: 's',
    });
    const rollout = entry?.rollouts[0];
    if (!entry || !rollout) throw new Error('no rollout');
    expect(rollout).toMatchObject({
      dialect: 'fields',
      question: 'Which “river”?',
      golds: ['Melka'],
      answer: { text: 'Melka é😀' },
      recorded: { score: 1 },
    });
    const documents = rollout.turns.flatMap((turn) => turn.documents);
    expect(documents.map(({ title, text }) => [title, text])).toEqual([
      ['River A', 'It is\nthe Melka.'],
      [null, 'A string.'],
    ]);
    expectPlaces(content, entry, rollout, ['river', 'River A', 'the Melka.', 'A string', 'Melka é']);
  });

  it('only records documents beside messages, and says so', async () => {
    const messages = [
      { role: 'user', content: 'Which?' },
      { role: 'assistant', content: 'The Melka.' },
    ];
    const [entry] = await entries({ m: messages, docs: ['D.'] }, { messages: 'm', documents: 'docs' });
    expect(entry?.rollouts[0]?.text).toBe(
      '<|im_start|>user\nWhich?<|im_end|>\n<|im_start|>assistant\nThe Melka.',
    );
    expect(entry?.rollouts[0]).toMatchObject({ question: 'Which?', recorded: { docs: ['D.'] } });
    expect(entry?.losses).toEqual([
      { kind: 'cut', what: 'the documents at `docs` are recorded, and stand in no turn' },
    ]);
  });

  it('looks into strings that hold JSON, as the cells of tables do', async () => {
    const messages = JSON.stringify([
      { role: 'user', content: 'Which?' },
      { role: 'assistant', content: 'Melka' },
    ]);
    const meta = JSON.stringify({ gold: ['Melka'], inner: JSON.stringify({ score: 0.25 }) });
    const content = JSON.stringify({ m: messages, meta });
    const [entry] = await entries(content, { messages: 'm', golds: 'meta.gold', score: 'meta.inner.score' });
    const rollout = entry?.rollouts[0];
    if (!entry || !rollout) throw new Error('no rollout');
    expect([rollout.question, rollout.golds, rollout.recorded['score']]).toEqual(['Which?', ['Melka'], 0.25]);
    // What was made of a string leads to where the string begins.
    expect(
      new Set(
        rollout.parts.filter(({ path }) => path).map(({ path, rendered }) => [path?.join(), rendered].join()),
      ),
    ).toEqual(new Set(['m,true']));
    const places = new RolloutPositions(new SharedPositions(entry.record, entry.rollouts), rollout);
    expect(places.toFile(rollout.text.indexOf('Melka')).byte).toBe(content.indexOf('"[{'));
  });

  it('keeps a text that is JSON as it is', async () => {
    const rollout = await one({ t: '{"answer": "x"}' }, { text: 't' });
    expect(rollout.text).toBe('{"answer": "x"}');
    expect(rollout.parts.every(({ rendered }) => !rendered)).toBe(true);
  });

  it('makes a rollout of each text of a list', async () => {
    const [entry] = await entries({ r: ['a', '', 'b'], s: 1 }, { text: 'r', score: 's' });
    expect(entry?.rollouts.map(({ id, text }) => [id, text])).toEqual([
      ['x.jsonl#0.0', 'a'],
      ['x.jsonl#0.2', 'b'],
    ]);
  });

  it('says what is absent, and what is of another kind', async () => {
    const content = [{ t: 'a', s: 1 }, { t: 'b', s: null }, { t: 7 }, { s: 1 }, [], 'x', { t: '' }]
      .map((each) => JSON.stringify(each))
      .join('\n');
    const found = await entries(content, { text: 't', score: 's' });
    const absent = [{ kind: 'absent', what: 'nothing stands at `s` for the score' }];
    expect(found.map(({ losses }) => losses)).toEqual([
      undefined,
      absent,
      absent,
      undefined,
      absent,
      absent,
      absent,
    ]);
    expect(found.map(({ rollouts }) => rollouts.length)).toEqual([1, 1, 0, 0, 0, 0, 0]);
    expect(found[2]?.fault?.message).toBe('`t` is a number; a string is expected');
    expect(found[3]?.withoutText).toBe('`t` is missing');
  });

  it('reads JSON files of every framing', async () => {
    const nested = JSON.stringify({ a: { t: 'x' }, b: { t: 'y' } }, null, 2);
    expect((await entries(nested, { text: 't' }, 'x.json')).map(({ rollouts }) => rollouts[0]?.text)).toEqual(
      ['x', 'y'],
    );
    expect((await entries([{ t: 'x' }, { t: 'y' }], { text: 't' }, 'x.json')).length).toBe(2);
  });

  it('needs a map', async () => {
    const opened = openRolloutSource('x', memorySource('x', '{}'), { container: 'mapped' });
    await expect(opened).rejects.toThrow(/mapped needs a field map/);
  });

  it('never throws, whatever the record', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const hostile = [
      'null',
      '3',
      '"{\\"t\\": \\"x\\"}"',
      '{"t": {"t": {}}}',
      '{"__proto__": {"t": 1}}',
      deep,
      '{"t": "\\ud800"}',
      '{"t": [1, "a", null]}',
      `{"t": ${JSON.stringify(deep)}}`,
      '{"t":',
    ];
    const written = { text: 't.t', question: '__proto__.t', golds: 'constructor', documents: 't' };
    const found = await entries(hostile.join('\n'), written);
    expect(found).toHaveLength(hostile.length);
    expect(Object.prototype).not.toHaveProperty('t');
  });
});

describe('records that nobody recognises', () => {
  it('are raw: each can be looked at', async () => {
    const content = '{"a": 1}\n{"a": NaN}\n{"a": \n';
    const file = await openRolloutSource('x.jsonl', memorySource('x.jsonl', content));
    expect(file.container.chosen).toMatchObject({ id: 'raw', holds: 'records' });
    expect(file.container.evidence.because).toContain('looks like the text of a rollout');
    const records = [];
    for (let index = 0; index < 4; index++) {
      const record = await file.recordAt(index);
      records.push(record && file.valueOf(record));
    }
    expect(records).toEqual([
      { ok: true, value: { a: 1 } },
      { ok: true, value: { a: NaN } },
      expect.objectContaining({ ok: false }),
      null,
    ]);
    const entriesOfIt = [];
    for await (const entry of file.entries()) entriesOfIt.push(entry);
    expect(entriesOfIt).toEqual([]);
  });

  it('are nothing where a file is empty, text, or broken throughout', async () => {
    for (const [name, text] of [
      ['x.jsonl', ''],
      ['x.txt', 'words'],
      ['x.jsonl', 'no json\nat all\n'],
      ['x.json', '{"a": '],
    ] as const) {
      const file = await openRolloutSource(name, memorySource(name, text));
      expect(file.container.chosen.id, text).toBe('none');
    }
  });
});
