import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QualityMeter } from '../../../core/retrieval/evaluate/metrics';
import { readQueries, type QueryFile } from '../../../core/retrieval/evaluate/queries';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracehop-queries-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(name: string, content: string): Promise<QueryFile> {
  writeFileSync(join(folder, name), content);
  return readQueries(join(folder, name));
}

describe('query files', () => {
  it.each([
    ['supporting', '{"id":"q","question":"q?","golds":["x"],"supporting":["A","B","a"]}'],
    ['hotpotqa', '[{"question":"q?","supporting_facts":[["A",0],["B",3],["A",1]],"context":[]}]'],
    [
      'musique',
      '[{"question":"q?","paragraphs":[{"title":"A","is_supporting":true},{"title":"C","is_supporting":false},{"title":"B","is_supporting":true},{"title":"A","is_supporting":true}]}]',
    ],
  ])('of the form %s name their gold titles once', async (form, content) => {
    const file = await read(content.startsWith('[') ? `${form}.json` : `${form}.jsonl`, content);
    expect(file.form.id).toBe(form);
    expect(file.queries.map(({ golds }) => golds.map((title) => title.toLowerCase()))).toEqual([['a', 'b']]);
  });

  it('may have questions without golds, and broken records', async () => {
    const file = await read(
      'mixed.jsonl',
      '{"question":"a","supporting":["A"]}\n{"question":"b"}\n{"q":1}\n{"question":\n',
    );
    expect(file.queries.map(({ golds }) => golds.length)).toEqual([1, 0]);
    expect(file.broken).toEqual([
      { line: 3, message: 'the record has no `question`' },
      { line: 4, message: 'not JSON; found the end, with 1 bracket still open' },
    ]);
  });

  it('without a question are refused', async () => {
    await expect(read('none.jsonl', '{"text":"x"}')).rejects.toThrow(
      /none\.jsonl: no questions: line 1: the record has no `question`/,
    );
  });
});

describe('quality', () => {
  it('is worked out by hand', () => {
    const meter = new QualityMeter([1, 2, 5]);
    // Both gold titles, at ranks 2 and 3; the second twice, which finds nothing more.
    meter.add(['X', 'a', 'B', 'B'], ['A', 'B']);
    // One of three, at rank 1.
    meter.add(['C', null, 'Y'], ['C', 'D', 'E']);
    // None.
    meter.add([], ['Z']);
    expect(meter.quality).toEqual({
      queries: 3,
      recall: {
        '1': expect.closeTo((0 + 1 / 3 + 0) / 3, 12) as number,
        '2': expect.closeTo((1 / 2 + 1 / 3) / 3, 12) as number,
        '5': expect.closeTo((1 + 1 / 3) / 3, 12) as number,
      },
      mrr: expect.closeTo((1 / 2 + 1) / 3, 12) as number,
    });
  });

  it('of nothing is 0', () => {
    expect(new QualityMeter([1]).quality).toEqual({ queries: 0, recall: { '1': 0 }, mrr: 0 });
  });
});
