import { expect, it } from 'vitest';
import { CallFailed } from '../../../../core/protocol/panels/channel';
import {
  PAGE_ROWS,
  type FirstRows,
  type PageParams,
  type StorePage,
  type StoreView,
} from '../../../../core/protocol/store';
import { MOST_PAGES, PageCache, pagesOf } from '../../../../webview/views/rollouts/table/page-cache';
import { RowSource, WHOLE } from '../../../../webview/views/rollouts/table/row-source';

interface Asked {
  readonly params: PageParams;
  readonly signal: AbortSignal;
  readonly answer: (page: Partial<StorePage>) => Promise<void>;
  readonly fail: (message: string) => Promise<void>;
}

/** Lets promises that are settled be heard of. */
const heard = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A source whose requests a test answers when it likes. */
function sourceOf() {
  const asked: Asked[] = [];
  let drawn = 0;
  const source = new RowSource(
    (params, signal) =>
      new Promise<StorePage>((resolve, reject) => {
        asked.push({
          params,
          signal,
          answer: (page) => {
            const { from, count, columns } = params;
            const matches = page.matches ?? 10_000;
            resolve({
              generation: 1,
              snapshot: 's1',
              from,
              matches,
              inWork: matches,
              files: { 1: 'file:///a.jsonl' },
              rows: Array.from({ length: Math.max(0, Math.min(count, matches - from)) }, (_, at) => ({
                file: 1,
                index: from + at,
                sample: 0,
                values: columns.map((column) => `${page.snapshot ?? 's1'} ${column} ${from + at}`),
              })),
              ...page,
            });
            return heard();
          },
          fail: (message) => {
            reject(new CallFailed(message, true));
            return heard();
          },
        });
      }),
    () => drawn++,
  );
  source.choose(['a']);
  return { source, asked, drawn: () => drawn };
}

const spans = (asked: readonly Asked[]): string[] =>
  asked.map(({ params: { from, count } }) => `${from}+${count}`);
const sorted: StoreView = { filter: null, sort: [{ column: 'a', descending: true }] };
const first = (rows: number): FirstRows => ({
  columns: [{ id: 'a', title: 'A', kind: 'text', family: 'answer', explanation: '', shown: true, width: 50 }],
  rows: Array.from({ length: rows }, (_, at) => ({ file: 1, index: at, sample: 0, values: [`first ${at}`] })),
  files: { 1: 'file:///a.jsonl' },
  expected: 5000,
  complete: false,
  problems: [],
});

it('shows what the files said until the store has as much', async () => {
  const { source, asked } = sourceOf();
  source.show(WHOLE);
  source.seed(first(100));
  expect([source.rows, source.row(99)?.cell('a')]).toEqual([100, 'first 99']);
  await asked[0]?.answer({ matches: 40 });
  expect([source.rows, source.settled]).toEqual([100, false]);
  source.renew();
  await asked[1]?.answer({ matches: 4096, generation: 2 });
  expect([source.rows, source.row(0)?.cell('a'), source.settled]).toEqual([4096, 's1 a 0', true]);
  source.seed(first(100));
  expect(source.rows).toBe(4096);
});

it('a set that is read whole may have fewer rows than the files said', async () => {
  const { source, asked } = sourceOf();
  source.show(WHOLE);
  source.seed(first(100));
  source.reading = false;
  await asked[0]?.answer({ matches: 40 });
  expect([source.rows, source.settled]).toEqual([40, true]);
});

it('shows no first rows where others are wanted', () => {
  const { source } = sourceOf();
  source.show(sorted);
  source.seed(first(100));
  expect(source.rows).toBe(0);
});

it('asks for what is in sight first, then ahead in the direction of the last step, and for nothing twice', async () => {
  const { source, asked } = sourceOf();
  source.show(WHOLE);
  await asked[0]?.answer({});
  source.want({ from: 0, to: 30 });
  expect(spans(asked)).toEqual(['0+100', '100+500']);
  source.want({ from: 4950, to: 5010 });
  // The pages ahead are under way already, and bring something.
  expect(spans(asked).slice(2)).toEqual(['4900+200']);
  expect(asked[1]?.signal.aborted).toBe(false);
  expect(asked[2]?.params.snapshot).toBe('s1');
  source.want({ from: 4951, to: 5011 });
  expect(asked.length).toBe(3);
  await asked[1]?.answer({});
  expect(spans(asked).slice(3)).toEqual(['5100+500']);
  await asked[2]?.answer({});
  await asked[3]?.answer({});
  expect(source.holds({ from: 4900, to: 5600 })).toBe(true);
  source.want({ from: 4940, to: 5000 });
  expect(spans(asked).slice(4)).toEqual(['4400+500']);
  await asked[4]?.answer({});
  expect(source.row(4400)?.cell('a')).toBe('s1 a 4400');
});

it('has far more ready once nothing is added any more, and asks for it in whole requests', async () => {
  const { source, asked } = sourceOf();
  source.reading = false;
  source.show(WHOLE);
  for (let at = 0; at < 6; at++) await asked[at]?.answer({});
  expect(spans(asked)).toEqual(['0+100', '100+500', '600+500', '1100+500']);
  source.want({ from: 90, to: 120 });
  expect(asked.length).toBe(4);
  source.want({ from: 400, to: 430 });
  expect(spans(asked).slice(4)).toEqual([]);
  source.want({ from: 500, to: 530 });
  expect(spans(asked).slice(4)).toEqual(['1600+500']);
});

it('asks for nothing behind the last row', async () => {
  const { source, asked } = sourceOf();
  source.show(WHOLE);
  await asked[0]?.answer({ matches: 250 });
  expect(spans(asked)).toEqual(['0+100', '100+200']);
  await asked[1]?.answer({ matches: 250 });
  source.want({ from: 210, to: 250 });
  expect(asked.length).toBe(2);
  expect(source.row(249)?.cell('a')).toBe('s1 a 249');
});

it('a thumb that is dragged asks for what it comes by as fast as answers come', async () => {
  const { source, asked } = sourceOf();
  source.show(WHOLE);
  await asked[0]?.answer({});
  for (let from = 0; from < 9000; from += 150) source.want({ from, to: from + 30 });
  expect(spans(asked)).toEqual(['0+100', '100+500', '600+500', '1200+100']);
  await asked[1]?.answer({});
  // Where it is by now.
  expect(spans(asked).at(-1)).toBe('8800+100');
});

it('keeps what is there while a new order is read, and drops what comes late', async () => {
  const { source, asked } = sourceOf();
  source.show(WHOLE);
  await asked[0]?.answer({});
  source.want({ from: 0, to: 150 });
  source.show(sorted);
  expect([source.row(0)?.cell('a'), source.settled]).toEqual(['s1 a 0', false]);
  const overtaken = asked.at(-1);
  const latest: StoreView = { ...sorted, sort: [] };
  source.show(latest);
  expect(overtaken?.signal.aborted).toBe(true);
  await overtaken?.answer({ snapshot: 's8', matches: 7 });
  expect(source.rows).toBe(10_000);
  await asked.at(-1)?.answer({ snapshot: 's9', matches: 3 });
  expect([source.rows, source.snapshot, source.settled, source.row(2)?.cell('a')]).toEqual([
    3,
    's9',
    true,
    's9 a 2',
  ]);
  // A page of the order before.
  await asked[1]?.answer({ matches: 10_000 });
  expect([source.rows, source.row(120)]).toEqual([3, undefined]);
});

it('renews all that is in sight at once', async () => {
  const { source, asked } = sourceOf();
  source.show(WHOLE);
  await asked[0]?.answer({});
  source.want({ from: 380, to: 420 });
  source.renew();
  expect(spans(asked).at(-1)).toBe('300+200');
  await asked.at(-1)?.answer({ snapshot: 's2', generation: 2 });
  expect([source.snapshot, source.holds({ from: 380, to: 420 })]).toEqual(['s2', true]);
});

it('an older generation of the same view changes nothing', async () => {
  const { source, asked } = sourceOf();
  source.show(WHOLE);
  await asked[0]?.answer({ generation: 5, matches: 50 });
  source.renew();
  await asked[1]?.answer({ generation: 4, snapshot: 's0', matches: 20 });
  expect([source.rows, source.generation, source.snapshot, source.renewing]).toEqual([50, 5, 's1', false]);
});

it('takes the order that a store names where the one asked for is gone', async () => {
  const { source, asked } = sourceOf();
  source.show(WHOLE);
  await asked[0]?.answer({});
  source.want({ from: 500, to: 530 });
  await asked[1]?.answer({ snapshot: 's2', generation: 3, matches: 9000 });
  expect([source.snapshot, source.rows, source.row(0)]).toEqual(['s2', 9000, undefined]);
  expect(source.row(500)?.cell('a')).toBe('s2 a 500');
});

it('asks for other columns and shows the old ones meanwhile', async () => {
  const { source, asked } = sourceOf();
  source.show(WHOLE);
  source.want({ from: 0, to: 30 });
  await asked[0]?.answer({ matches: 50 });
  source.choose(['a', 'b']);
  expect([source.row(3)?.cell('a'), source.row(3)?.cell('b')]).toEqual(['s1 a 3', undefined]);
  expect(asked.at(-1)?.params).toMatchObject({ columns: ['a', 'b'], snapshot: 's1', from: 0 });
  await asked.at(-1)?.answer({ matches: 50 });
  expect(source.row(3)?.cell('b')).toBe('s1 b 3');
  const before = asked.length;
  source.choose(['b']);
  expect(asked.length).toBe(before);
});

it('tells of a failure, asks no more by itself, and again when told to', async () => {
  const { source, asked, drawn } = sourceOf();
  source.show(WHOLE);
  await asked[0]?.answer({});
  source.want({ from: 700, to: 730 });
  const before = drawn();
  await asked.at(-1)?.fail('The disk is full.');
  expect(source.message).toBe('The disk is full.');
  expect(drawn()).toBeGreaterThan(before);
  const count = asked.length;
  source.want({ from: 1700, to: 1730 });
  expect(asked.length).toBe(count);
  expect(source.row(0)?.cell('a')).toBe('s1 a 0');
  source.retry();
  expect(source.message).toBeNull();
  expect(asked.at(-1)?.params.from).toBeGreaterThanOrEqual(1700);
});

it('asks for nothing once it is closed', async () => {
  const { source, asked } = sourceOf();
  source.show(WHOLE);
  source.close();
  expect(asked[0]?.signal.aborted).toBe(true);
  await asked[0]?.answer({});
  source.renew();
  source.want({ from: 900, to: 930 });
  expect([asked.length, source.rows]).toEqual([1, 0]);
});

it('keeps a bounded number of pages, the used ones', () => {
  const cache = new PageCache();
  const page = (number: number) => ({
    columns: ['a'],
    rows: [{ file: 1, index: number * PAGE_ROWS, sample: 0, values: [number] }],
    files: { 1: 'file:///a' },
  });
  for (let number = 0; number < 100; number++) {
    cache.put(number, page(number));
    cache.use([0]);
  }
  expect(cache.size).toBe(MOST_PAGES);
  expect([cache.row(0)?.cell('a'), cache.row(PAGE_ROWS), cache.row(99 * PAGE_ROWS)?.index]).toEqual([
    0,
    undefined,
    99 * PAGE_ROWS,
  ]);
});

it('names the pages of some rows', () => {
  expect([pagesOf(0, 0), pagesOf(0, 1), pagesOf(99, 101), pagesOf(250, 450)]).toEqual([
    [],
    [0],
    [0, 1],
    [2, 3, 4],
  ]);
});
