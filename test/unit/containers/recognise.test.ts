import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../core/containers/memory-source';
import { recognise } from '../../../core/containers/recognise';
import { entriesOf, jsonl, opened } from '../rollouts/opened';

const VERL = {
  input: 'user\nWho?\nassistant\n',
  output: '<answer> Ada </answer>',
  gts: 'Ada',
  score: 1,
  step: 3,
};
const PASSAGE = { id: '1', contents: '"Ada"\nShe wrote of the engine.' };
const SAVED = {
  prompt: [{ role: 'user', content: 'Who?' }],
  completion: [{ role: 'assistant', content: 'Ada' }],
  reward: 1,
  example_id: 0,
  task: 'wiki',
};

/** What a file is taken for, without its evidence. */
async function taken(name: string, content: string | Uint8Array): Promise<string> {
  const { container } = await opened(name, content);
  return container.chosen.id;
}

/** Why a file was taken for nothing known. */
async function reason(name: string, content: string | Uint8Array): Promise<string> {
  const { container } = await opened(name, content);
  return container.evidence.because;
}

describe('records in a list inside an object', () => {
  const wrapped = { version: 1, note: '[{', data: [VERL, { ...VERL, score: 0 }] };

  it.each([
    ['on one line', JSON.stringify(wrapped)],
    ['pretty', JSON.stringify(wrapped, null, 2)],
    ['pretty with a mark and CRLF', `\uFEFF${JSON.stringify(wrapped, null, 2).replaceAll('\n', '\r\n')}`],
  ])('are read where they stand, %s', async (_, content) => {
    const file = await opened('out.json', content);
    expect(file.container.chosen.id).toBe('verl-jsonl');
    const entries = await entriesOf(file);
    expect(entries.map(({ rollouts }) => rollouts[0]?.recorded['score'])).toEqual([1, 0]);
    const second = await file.recordAt(1);
    const bytes = Buffer.from(content);
    expect(JSON.parse(bytes.subarray(second?.byteStart, second?.byteEnd).toString())).toEqual(
      wrapped.data[1],
    );
    const before = bytes.subarray(0, second?.byteStart).toString();
    expect(second?.line).toBe(before.split('\n').length - 1);
  });

  it('are found for a container that was named', async () => {
    const file = await opened('out.json', JSON.stringify(wrapped), { container: 'verl-jsonl' });
    expect((await entriesOf(file)).map(({ fault }) => fault)).toEqual([null, null]);
  });

  it('are left alone where the object itself is a record, or the list holds no known records', async () => {
    expect(await taken('one.json', JSON.stringify({ ...VERL, data: [PASSAGE] }))).toBe('verl-jsonl');
    expect(await taken('run.json', JSON.stringify({ name: 'run', documents: [PASSAGE] }))).toBe('raw');
    expect(await taken('odd.json', JSON.stringify({ data: [{ a: 1 }] }))).toBe('raw');
    expect(await taken('none.json', '{"data": []}')).toBe('raw');
  });

  it('that is cut off in the middle still gives the whole ones', async () => {
    const file = await opened('out.json', JSON.stringify(wrapped).slice(0, -20));
    const entries = await entriesOf(file);
    expect(
      entries.map(({ rollouts, fault }) => [
        rollouts.length,
        fault?.message.includes('killed mid-write') ?? false,
      ]),
    ).toEqual([
      [1, false],
      [0, true],
    ]);
  });
});

describe('broken lines among good ones', () => {
  it('say nothing against a format', async () => {
    const bad = '{"oops": \n';
    expect(await taken('corpus.jsonl', `${jsonl(PASSAGE)}${bad}${jsonl(PASSAGE)}`)).toBe('corpus');
    expect(await taken('questions.jsonl', `${bad}${jsonl({ question: 'Who?', answer: 'Ada' })}`)).toBe(
      'questions',
    );
    expect(await taken('results.jsonl', `${bad}not json\n${jsonl(SAVED, SAVED, SAVED)}`)).toBe('verifiers');
  });

  it('are not left aside where they are the most', async () => {
    expect(
      await taken('x.jsonl', `one\ntwo\nthree\nfour\n${jsonl({ question: 'Who?', answer: 'Ada' })}`),
    ).toBe('raw');
  });
});

describe('why nothing is found', () => {
  it('is said of files without records', async () => {
    expect(await reason('a.json', '[]')).toBe('it holds no record');
    expect(await reason('a.json', '{}')).toBe('its first record is an object without a field');
    expect(await reason('a.jsonl', '{}\n{}\n')).toBe('its first record is an object without a field');
  });

  it('says that a packed file was cut off before its first record ended', async () => {
    const torn = 'its gzip stream is cut off after 60 bytes';
    const { ranked } = await recognise({ ...memorySource('a.jsonl', '{"inp'), torn }, null);
    expect(ranked[0]?.evidence.because).toBe(`none of its first records is JSON; ${torn}`);
  });

  it('names the encoding that the mark tells', async () => {
    const utf32 = Buffer.concat(
      [...'\uFEFF{}'].map((c) => Buffer.from([...Buffer.from(c, 'utf16le'), 0, 0])),
    );
    expect(await reason('a.jsonl', utf32)).toContain('`iconv -f UTF-32LE -t UTF-8`');
    expect(await reason('a.jsonl', Buffer.from('\uFEFF{}\n', 'utf16le'))).toContain(
      '`iconv -f UTF-16LE -t UTF-8`',
    );
  });
});
