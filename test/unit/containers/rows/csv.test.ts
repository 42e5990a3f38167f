import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Span } from '../../../../core/containers/framing/framing';
import { memorySource } from '../../../../core/containers/memory-source';
import { decode } from '../../../../core/containers/framing/decode';
import { csv } from '../../../../core/containers/rows/csv/csv';
import { cellsOf } from '../../../../core/containers/rows/csv/scanner';
import { csvShapeOf } from '../../../../core/containers/rows/csv/shape';
import { cpuTime } from '../../cpu-time';

async function read(
  text: string,
  name: string,
  chunkBytes = 7,
): Promise<{ spans: Span[]; values: unknown[] }> {
  const source = memorySource(name, text);
  const framing = await csv.framing(source, Buffer.from(text));
  const spans: Span[] = [];
  for await (const batch of framing.spans(source, { chunkBytes })) spans.push(...batch);
  const values = spans.map((span) => {
    const parsed = framing.parse?.(decode(span));
    return parsed?.ok ? parsed.value : undefined;
  });
  return { spans, values };
}

function isTable(text: string, name: string): boolean {
  return csv.recognise(Buffer.from(text), name);
}

describe('CSV and TSV', () => {
  it('reads quoted cells over several lines, doubled quotes, CRLF and a byte order mark', async () => {
    const text = '\uFEFFid,text,score\r\n1,"two\r\nlines, ""quoted""",0.5\r\n\r\n2,,\r\n3,a "b" c,"x"y\r\n';
    const { spans, values } = await read(text, 'a.csv');
    expect(values).toEqual([
      { id: '1', text: 'two\r\nlines, "quoted"', score: '0.5' },
      { id: '2', text: '', score: '' },
      { id: '3', text: 'a "b" c', score: 'xy' },
    ]);
    // Lines of the file, and bytes that are the file's own.
    expect(spans.map(({ index, line }) => [index, line])).toEqual([
      [0, 1],
      [1, 4],
      [2, 5],
    ]);
    const bytes = Buffer.from(text);
    for (const { byteStart, byteEnd, bytes: own } of spans)
      expect(bytes.subarray(byteStart, byteEnd)).toEqual(Buffer.from(own));
  });

  it('names the columns as pandas does where the header is empty, has numbers or none', async () => {
    const index = '\tUnnamed: 0\t0\tquery\ttriples\n0\t0\tq\tq\t"{""named_entities"": []}"\n';
    expect((await read(index, 'a.tsv')).values).toEqual([
      { 'Unnamed: 0': '0', 'Unnamed: 0.1': '0', '0': 'q', query: 'q', triples: '{"named_entities": []}' },
    ]);
    expect((await read('0\tTitle: A Text: b\n1\t"Title: ""C"""\n', 'a.tsv')).values).toEqual([
      { column_0: '0', column_1: 'Title: A Text: b' },
      { column_0: '1', column_1: 'Title: "C"' },
    ]);
    expect(
      (
        await read('a,b\n1,2\n1,2\n1,2\n1,2\n1,2\n1,2\n1,2\n1,2\n1,2\n1,2,3\n__proto__,4\n', 'a.csv')
      ).values.slice(-2),
    ).toEqual([
      { a: '1', b: '2', column_2: '3' },
      { a: '__proto__', b: '4' },
    ]);
  });

  it('finds the same records whatever the chunks, and goes on from any of them', async () => {
    const cell = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('"', ',', '\n', '\r\n', '""', 'é😀'));
    const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, chunk) => {
          const text = `first,second\n${rows.map((row) => `${row.map(quoted).join(',')}\n`).join('')}`;
          const { spans, values } = await read(text, 'a.csv', chunk);
          expect(values).toEqual(rows.map(([first, second]) => ({ first, second })));
          const source = memorySource('a.csv', text);
          const framing = await csv.framing(source, Buffer.from(text));
          const last = spans.at(-1);
          if (!last) return;
          const again: Span[] = [];
          const from = { ...last, byte: last.byteStart, character: 0 };
          for await (const batch of framing.spans(source, { from, chunkBytes: chunk })) again.push(...batch);
          expect(again).toEqual([last]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('says where a quote was never closed', async () => {
    const { spans } = await read('a,b\n1,2\n3,"never closed\n4,5\n', 'a.csv');
    expect(spans.map(({ problem }) => problem)).toEqual([
      null,
      expect.stringMatching(/ends inside a quoted cell/),
    ]);
  });

  it('is told by content where the name does not say, and then carefully', () => {
    expect(isTable('step,loss,reward\n1,0.5,1\n2,0.4,1\n3,0.1,0\n', 'metrics.txt')).toBe(true);
    expect(isTable('id\ttext\n1\ta\n2\tb\n3\tc\n', 'corpus')).toBe(true);
    for (const [text, name] of [
      ['Well, I think so, yes\nOr no, but, perhaps\nand, so, on\nend, of, it\n', 'answer.txt'],
      ['{"a": 1, "b": 2, "c": 3}\n{"a": 1, "b": 2, "c": 3}\n', 'a.csv'],
      ['[1, 2, 3]\n[[1], 2]\n', 'a.txt'],
      ['step: 1, loss: 2\n', 'a.log'],
      ['a,b,c\n1,2,3\n', 'short.txt'],
      ['', 'empty.csv'],
      ['a\0b,c\n', 'binary.csv'],
      ['<think>a, b</think>\n', 'a.csv'],
    ] as const)
      expect(isTable(text, name), text).toBe(false);
    expect(csvShapeOf(Buffer.from('a;b\n1;2\n'), 'german.csv', true)?.delimiter).toBe(0x3b);
    expect(
      csvShapeOf(Buffer.from('completion\n"<answer>a, b</answer>"\n'), 'one.csv', true)?.columns,
    ).toEqual(['completion']);
  });

  it('takes time in proportion to the text', () => {
    const quotes = '""'.repeat(200_000);
    const before = cpuTime();
    expect(cellsOf(`"${quotes}"`, 0x2c)).toHaveLength(1);
    expect(cellsOf(','.repeat(200_000), 0x2c)).toHaveLength(200_001);
    expect(isTable(`a,"${quotes}`, 'a.csv')).toBe(false);
    expect(cpuTime() - before).toBeLessThan(1500);
  });
});
