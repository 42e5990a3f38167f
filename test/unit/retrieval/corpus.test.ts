import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../core/containers/memory-source';
import { jsonFramingOf } from '../../../core/retrieval/corpus/framing';
import { readCorpus, type CorpusRecord } from '../../../core/retrieval/corpus/read';

async function recordsOf(
  name: string,
  content: string,
  after: CorpusRecord['at'] | null = null,
): Promise<CorpusRecord[]> {
  const source = memorySource(name, content);
  const records: CorpusRecord[] = [];
  for await (const batch of readCorpus(source, await jsonFramingOf(source, name), after))
    records.push(...batch);
  return records;
}

const passages = async (name: string, content: string): Promise<unknown[]> =>
  (await recordsOf(name, content)).map(({ passage, fault }) => passage ?? fault);

describe('a corpus of', () => {
  it.each([
    [
      'JSON Lines with contents',
      'c.jsonl',
      '{"id":"7","contents":"\\"A \\"b\\"\\"\\none\\ntwo"}\n',
      { id: '7', title: 'A "b"', text: 'one\ntwo' },
    ],
    [
      'contents without a title',
      'c.jsonl',
      '{"id":7,"contents":"only text"}',
      { id: '7', title: null, text: 'only text' },
    ],
    [
      'title and text in an array',
      'c.json',
      '[{"title":"A","text":"t"}]',
      { id: null, title: 'A', text: 't' },
    ],
    [
      'an array over lines',
      'c.json',
      '[\n  {\n    "title": "A",\n    "text": "t",\n    "idx": 0\n  }\n]\n',
      { id: '0', title: 'A', text: 't' },
    ],
    [
      'BEIR',
      'c.jsonl',
      '{"_id":"d1","title":"","text":"t","metadata":{}}',
      { id: 'd1', title: '', text: 't' },
    ],
    [
      'paragraph_text',
      'c.json',
      '[{"idx":3,"title":"A","paragraph_text":"t","is_supporting":true}]',
      { id: '3', title: 'A', text: 't' },
    ],
    ['text without a title', 'c.jsonl', '{"text":"t"}', { id: null, title: null, text: 't' }],
    [
      'a list of sentences',
      'c.jsonl',
      '{"title":"A","text":["One.","Two."]}',
      { id: null, title: 'A', text: 'One. Two.' },
    ],
    [
      'titles to sentences',
      'c.json',
      '{"A \\u00e9": ["One.", " Two."]}',
      { id: null, title: 'A é', text: 'One. Two.' },
    ],
    ['titles to texts', 'c.json', '{\n"A": "One.",\n"B": "Two."}', { id: null, title: 'A', text: 'One.' }],
    [
      'one pretty-printed record',
      'c.json',
      '{\n  "title": "A",\n  "text": "t"\n}',
      { id: null, title: 'A', text: 't' },
    ],
    [
      'lines in a file called .json',
      'c.json',
      '{"title":"A","text":"t"}\n{"title":"B","text":"u"}',
      { id: null, title: 'A', text: 't' },
    ],
  ])('%s', async (_what, name, content, expected) => {
    expect((await passages(name, content))[0]).toEqual(expected);
  });

  it('a title called like a field is still a title', async () => {
    expect(await passages('c.json', '{"Titanic": ["a"], "text": ["b"]}')).toEqual([
      { id: null, title: 'Titanic', text: 'a' },
      { id: null, title: 'text', text: 'b' },
    ]);
  });

  it('names what is wrong with a record and where, and reads on', async () => {
    const records = await recordsOf(
      'c.jsonl',
      [
        '{"text":"a"}',
        '{"text":',
        '{"body":"x"}',
        '',
        '[1]',
        '{"text":5}',
        '{"title":3,"text":"x"}',
        '{"text":" "}',
        '{"contents":1}',
        '{"text":"z"}',
      ].join('\n'),
    );
    expect(records.map(({ at, fault }) => [at.line + 1, fault])).toEqual([
      [1, null],
      [2, 'not JSON; found the end, with 1 bracket still open'],
      [3, 'the record has no `text`, `contents` or `paragraph_text`; it has `body`'],
      [5, 'the record is no object with a passage in it'],
      [6, '`text` is neither a string nor a list of strings'],
      [7, '`title` is not a string'],
      [8, 'the passage is empty'],
      [9, '`contents` is not a string'],
      [10, null],
    ]);
  });

  it('tells of a file that was cut', async () => {
    const [whole, torn] = await recordsOf('c.json', '[{"text":"a"},{"text":"b');
    expect(whole?.passage?.text).toBe('a');
    expect(torn?.fault).toMatch(/the file ends inside a record/);
  });

  it('goes on after any record, keys and all', async () => {
    const content = '{"A": ["a"], "B": ["b"], "C é": ["c"],\n "D": ["d"]}';
    const all = await recordsOf('c.json', content);
    expect(all).toHaveLength(4);
    for (const [index, { at }] of all.entries())
      expect(await recordsOf('c.json', content, at)).toEqual(all.slice(index + 1));
  });

  it.each([
    ['a.parquet', 'PAR1....', /Parquet/],
    ['a.txt', 'just words', /neither JSON nor JSON Lines/],
    ['a.json', '   ', /empty/],
  ])('refuses %s', async (name, content, message) => {
    await expect(recordsOf(name, content)).rejects.toThrow(message);
  });
});
