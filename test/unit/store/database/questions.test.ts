import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_ROWS, type Filter } from '../../../../core/protocol/store';
import type { RowPlace, RowStore } from '../../../../core/store/database/row-store';
import { parseFilter } from '../../../../core/store/filter/parse';
import { batchOf, Bench, COLUMNS, fileOf, indices, page, type TestRow } from './set';

const ROWS: readonly TestRow[] = [
  {
    step: 1,
    question: 'Who wrote Hamlet?',
    answer: 'Shakespeare',
    score: 1,
    em: true,
    searches: 2,
    documents: 6,
  },
  {
    step: 1,
    question: 'Who wrote Hamlet?',
    answer: 'Marlowe',
    score: 0,
    em: false,
    searches: 4,
    documents: 3,
    findings: ['repeated-query', 'nothing-new'],
  },
  {
    step: 2,
    question: 'Who wrote Hamlet?',
    answer: 'SHAKESPEARE',
    score: 0.5,
    em: false,
    searches: 1,
    documents: 3,
    findings: ['repeated-query'],
  },
  { step: 2, question: 'Capital of France?', answer: 'Paris', score: 1, em: true, searches: 0, documents: 0 },
  { question: "What's 100%_sure?", score: -2, searches: 9, findings: ['nothing-new', 'nothing-new'] },
  { step: 2, answer: 'it’s éclair', em: true },
];

let at: Bench;
let store: RowStore;
beforeAll(async () => {
  at = new Bench();
  store = await at.holding(ROWS, 'questions');
});
afterAll(() => at.remove());

const filterOf = (line: string): Filter | null => {
  const { filter, fault } = parseFilter(line, COLUMNS);
  if (fault) throw new Error(fault.message);
  return filter;
};

describe('filters', () => {
  it.each<[string, number[]]>([
    ['', [0, 1, 2, 3, 4, 5]],
    ['score < 0.75', [1, 2, 4]],
    ['not score < 0.75', [0, 3]],
    ['not known(score)', [5]],
    ['em', [0, 3, 5]],
    ['not em', [1, 2]],
    ['em != true', [1, 2]],
    ['answer = Shakespeare', [0]],
    ['answer ~ shakespeare', [0, 2]],
    ['not answer ~ shakespeare', [1, 3, 5]],
    ['answer ~ ÉCLAIR', [5]],
    ['question ~ "100%_"', [4]],
    ['question ~ "100__"', []],
    ['question ~ "what\'s"', [4]],
    ['question ~ /^Wh.*\\?$/', [0, 1, 2, 4]],
    ['answer ~ /^[A-Z]+$/', [2]],
    ['hamlet', [0, 1, 2]],
    ['hamlet marlowe', [1]],
    ['finding:repeated-query', [1, 2]],
    ['not finding:repeated-query', [0, 3, 4, 5]],
    ['finding:repeated', []],
    ['findings ~ NEW', [1, 4]],
    ['findings ~ /^nothing/', [1, 4]],
    ['not findings ~ /^nothing/', [0, 2, 3, 5]],
    ['known(findings)', [1, 2, 4]],
    ['step in (2, 7)', [2, 3, 5]],
    ['not step in (2, 7)', [0, 1]],
    ['step in ()', []],
    ['documents < searches', [1]],
    ['documents >= searches', [0, 2, 3]],
    ['index >= 4', [4, 5]],
    ['score > -3 and (step = 2 or finding:nothing-new) and not em', [1, 2]],
  ])('%s', async (line, expected) => {
    expect(await indices(store, filterOf(line))).toEqual(expected);
  });

  it('say what is wrong with columns and values that cannot be', async () => {
    const bad: [Filter, string][] = [
      [{ kind: 'known', column: 'x" OR 1=1 --' }, 'there is no column'],
      [{ kind: 'known', column: '__proto__' }, 'there is no column'],
      [{ kind: 'compare', column: 'score', op: '=', value: 'x' }, 'is a number'],
      [{ kind: 'compare', column: 'score', op: '= 1 OR 1=1 --' as '=', value: 1 }, 'no comparison'],
      [{ kind: 'contains', column: 'score', text: 'x' }, 'holds no text'],
      [{ kind: 'has', column: 'answer', value: 'x' }, 'is no list'],
      [{ kind: 'found', search: 99 }, 'search again'],
    ];
    for (const [filter, message] of bad) await expect(page(store, { filter })).rejects.toThrow(message);
    await expect(
      page(store, { filter: { kind: 'matches', column: 'answer', pattern: '(' } }),
    ).rejects.toThrow(/^the expression between the slashes cannot be read: missing \): \(; it is one of RE2/);
  });

  it('may be long', async () => {
    const wide: Filter = {
      kind: 'or',
      of: ROWS.flatMap(() =>
        Array.from({ length: 500 }, (_, step): Filter => ({
          kind: 'compare',
          column: 'step',
          op: '=',
          value: step + 2,
        })),
      ),
    };
    expect(await indices(store, wide)).toEqual([2, 3, 5]);
  });
});

describe('orders', () => {
  it.each<[string, boolean, number[]]>([
    ['score', false, [4, 1, 2, 0, 3, 5]],
    ['score', true, [0, 3, 2, 1, 4, 5]],
    ['answer', false, [1, 3, 2, 0, 5, 4]],
    ['em', true, [0, 3, 5, 1, 2, 4]],
    ['index', true, [5, 4, 3, 2, 1, 0]],
  ])(
    'by %s, descending: %s; unknown last, ties in the order of files',
    async (column, descending, expected) => {
      expect(await indices(store, null, [{ column, descending }])).toEqual(expected);
    },
  );

  it('by several columns, and by none that is not there', async () => {
    const sort = [
      { column: 'step', descending: true },
      { column: 'searches', descending: false },
    ];
    expect(await indices(store, null, sort)).toEqual([3, 2, 5, 0, 1, 4]);
    await expect(page(store, { sort: [{ column: 'nope', descending: true }] })).rejects.toThrow(
      'no column "nope"',
    );
  });

  it('orders what texts are looked through for, unknown values last, and counts all of it', async () => {
    const falling = { column: 'score', descending: true };
    const rising = { column: 'searches', descending: false };
    expect(await indices(store, filterOf('answer ~ a'), [falling])).toEqual([0, 3, 2, 1, 5]);
    expect(
      await indices(store, filterOf('question ~ h'), [{ ...falling, descending: false }, rising]),
    ).toEqual([4, 1, 2, 0]);
    const most = await page(store, { filter: filterOf('not answer ~ zzz'), sort: [rising], count: 2 });
    expect([most.matches, most.rows.map(({ index }) => index)]).toEqual([5, [3, 2]]);
    const none = await page(store, { filter: filterOf('answer ~ zzz'), sort: [rising] });
    expect([none.matches, none.rows]).toEqual([0, []]);
  });
});

describe('pages', () => {
  let many: RowStore;
  const COUNT = 9000;
  const score = (row: number): number => (row * 7919) % 1000;
  const sort = [{ column: 'score', descending: true }];
  const order = Array.from({ length: COUNT }, (_, row) => row).sort((a, b) => score(b) - score(a) || a - b);
  beforeAll(async () => {
    many = await at.holding(
      Array.from({ length: COUNT }, (_, row) => ({ score: score(row), em: row % 2 === 0 })),
      'many',
    );
  });

  it('continue the order of a snapshot at any place', async () => {
    const first = await page(many, { sort, count: 100 });
    expect(first.matches).toBe(COUNT);
    for (const from of [0, 100, 1950, 4321, COUNT - 30, COUNT, COUNT + 5]) {
      const { rows, snapshot } = await page(many, { sort, snapshot: first.snapshot, from, count: 100 });
      expect(snapshot).toBe(first.snapshot);
      expect(rows.map(({ index }) => index)).toEqual(order.slice(from, from + 100));
    }
  });

  it('are never more rows than may be asked for', async () => {
    expect((await page(many, { count: 10_000 })).rows).toHaveLength(MOST_ROWS);
    expect((await page(many, { count: -3 })).rows).toHaveLength(0);
  });

  it('stay as they were while rows are added; a new snapshot has them', async () => {
    const { store: growing } = await at.open({ key: 'growing' });
    await growing.append(0, { record: 0, line: 0 }, batchOf([{ score: 1 }, { score: 3 }]));
    await growing.commit([fileOf(0)]);
    const before = await page(growing, { sort });
    await growing.append(0, { record: 2, line: 2 }, batchOf([{ score: 2 }, { score: 9 }]));
    await growing.commit([fileOf(0)]);
    const again = await page(growing, { sort, snapshot: before.snapshot });
    expect(again).toEqual(before);
    const after = await page(growing, { sort });
    expect(after.rows.map(({ index }) => index)).toEqual([3, 1, 2, 0]);
    expect(after).toMatchObject({ matches: 4, inWork: 4 });
    expect(after.generation).toBeGreaterThan(before.generation);
    expect((await page(growing, { sort })).snapshot).toBe(after.snapshot);
  });

  it('of a snapshot that is gone are those of a new one', async () => {
    const first = await page(many, { sort });
    for (let step = 0; step < 8; step++)
      await page(many, { filter: { kind: 'compare', column: 'score', op: '>', value: step } });
    const later = await page(many, { sort, snapshot: first.snapshot, from: 10, count: 5 });
    expect(later.snapshot).not.toBe(first.snapshot);
    expect(later.rows.map(({ index }) => index)).toEqual(order.slice(10, 15));
    expect(await many.locate({ snapshot: first.snapshot, file: 0, index: 1, sample: 0 })).toBeNull();
  });

  it('of another view are not taken from the snapshot of this one', async () => {
    const first = await page(many, { sort });
    const other = await page(many, { snapshot: first.snapshot, count: 3 });
    expect(other.rows.map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  it('know where a rollout stands', async () => {
    const filter: Filter = { kind: 'compare', column: 'em', op: '=', value: true };
    const { snapshot } = await page(many, { sort, filter });
    const even = order.filter((row) => row % 2 === 0);
    for (const index of [0, 4000, 8998])
      expect(await many.locate({ snapshot, file: 0, index, sample: 0 })).toBe(even.indexOf(index));
    expect(await many.locate({ snapshot, file: 0, index: 1, sample: 0 })).toBeNull();
    expect(await many.locate({ snapshot, file: 3, index: 0, sample: 0 })).toBeNull();
    const plain = await page(many);
    expect(await many.locate({ snapshot: plain.snapshot, file: 0, index: 4567, sample: 0 })).toBe(4567);
  });

  it('end with the signal', async () => {
    await expect(page(many, { sort }, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
});

describe('the values of a column', () => {
  const values = async (column: string, text = '', line = '', count = 10): Promise<unknown> => {
    const {
      values: found,
      distinct,
      range,
    } = await store.values({ column, text, filter: filterOf(line), count });
    return { values: found, distinct, range };
  };

  it('come by frequency, with how many there are', async () => {
    expect(await values('question')).toEqual({
      values: [
        { value: 'Who wrote Hamlet?', rollouts: 3 },
        { value: 'Capital of France?', rollouts: 1 },
        { value: "What's 100%_sure?", rollouts: 1 },
        { value: null, rollouts: 1 },
      ],
      distinct: 3,
      range: null,
    });
    expect(await values('answer', 'SHAKE')).toMatchObject({ distinct: 2 });
    expect(await values('answer', 'nowhere')).toEqual({ values: [], distinct: 0, range: null });
    expect(await values('question', '', '', 1)).toMatchObject({
      values: [{ value: 'Who wrote Hamlet?', rollouts: 3 }],
      distinct: 3,
    });
  });

  it('of numbers have a range over the rollouts', async () => {
    expect(await values('score')).toMatchObject({
      distinct: 4,
      range: { least: -2, greatest: 1, mean: 0.1 },
    });
    expect(await values('score', '', 'em')).toMatchObject({ range: { least: 1, greatest: 1, mean: 1 } });
  });

  it('of flags and lists are theirs', async () => {
    expect(await values('em')).toMatchObject({
      values: [
        { value: true, rollouts: 3 },
        { value: false, rollouts: 2 },
        { value: null, rollouts: 1 },
      ],
    });
    expect(await values('findings')).toMatchObject({
      values: [
        { value: null, rollouts: 3 },
        { value: 'nothing-new', rollouts: 2 },
        { value: 'repeated-query', rollouts: 2 },
      ],
      distinct: 2,
    });
  });
});

describe('groups', () => {
  it('have the means of their rollouts, and a filter for them', async () => {
    const { groups, total } = await store.groups({
      by: 'question',
      filter: null,
      sort: { by: 'rollouts', descending: true },
      snapshot: null,
      from: 0,
      count: 10,
    });
    expect(total).toBe(4);
    expect(groups[0]).toEqual({
      key: 'Who wrote Hamlet?',
      filter: { kind: 'compare', column: 'question', op: '=', value: 'Who wrote Hamlet?' },
      rollouts: 3,
      score: 0.5,
      // Of 1, 0 and 0.5: sqrt(1 / 6).
      spread: expect.closeTo(0.408248, 6) as number,
      em: expect.closeTo(1 / 3, 9) as number,
      searches: expect.closeTo(7 / 3, 9) as number,
      findings: 1,
    });
    for (const group of groups)
      expect(await indices(store, group.filter), String(group.key)).toHaveLength(group.rollouts);
  });

  it('by step and question are those of GRPO; by step, steps', async () => {
    const grpo = await store.groups({
      by: 'group',
      filter: null,
      sort: { by: 'key', descending: false },
      snapshot: null,
      from: 0,
      count: 10,
    });
    expect(grpo.groups.map(({ key, rollouts, spread }) => [key, rollouts, spread])).toEqual([
      ['step 1: Who wrote Hamlet?', 2, 0.5],
      ['step 2: Capital of France?', 1, 0],
      ['step 2: Who wrote Hamlet?', 1, 0],
      ['step 2', 1, null],
      ["What's 100%_sure?", 1, 0],
    ]);
    for (const { filter, rollouts } of grpo.groups)
      expect(await indices(store, filter)).toHaveLength(rollouts);
    const steps = await store.groups({
      by: 'step',
      filter: filterOf('em'),
      sort: { by: 'score', descending: true },
      snapshot: null,
      from: 1,
      count: 1,
    });
    expect(steps).toMatchObject({ total: 2, groups: [{ key: 2, rollouts: 2 }] });
    const past = await store.groups({
      by: 'step',
      filter: null,
      sort: { by: 'score', descending: true },
      snapshot: null,
      from: 10,
      count: 1,
    });
    expect(past).toMatchObject({ total: 3, groups: [] });
  });
});

it('sums a set up', async () => {
  expect(await store.summary()).toMatchObject({
    steps: [
      { step: 1, rollouts: 2, score: 0.5 },
      { step: 2, rollouts: 3, score: 0.75 },
      { step: null, rollouts: 1, score: -2 },
    ],
    findings: [
      { rule: 'nothing-new', rollouts: 2 },
      { rule: 'repeated-query', rollouts: 2 },
    ],
  });
});

describe('places and searches', () => {
  const all = async (of: RowStore, filter: Filter | null): Promise<RowPlace[]> => {
    const places: RowPlace[] = [];
    for await (const part of of.places(filter)) places.push(...part);
    return places;
  };

  it('go through the files in order, and what was found is a filter', async () => {
    const places = await all(store, filterOf('known(step)'));
    expect(places.map(({ index, byteStart, byteEnd }) => [index, byteStart, byteEnd])).toEqual(
      [0, 1, 2, 3, 5].map((index) => [index, index * 100, index * 100 + 99]),
    );
    const search = await store.beginSearch();
    expect(await indices(store, { kind: 'found', search })).toEqual([]);
    await store.addFound(
      search,
      places.filter(({ index }) => index > 1).map(({ row }) => row),
    );
    await store.addFound(search, []);
    expect(
      await indices(store, { kind: 'and', of: [{ kind: 'found', search }, filterOf('em') as Filter] }),
    ).toEqual([3, 5]);
    expect(await indices(store, { kind: 'not', of: { kind: 'found', search } })).toEqual([0, 1, 4]);
  });

  it('are all there, however many and in whatever order they came', async () => {
    const { store: mixed } = await at.open({ key: 'mixed-places' });
    const rows = Array.from({ length: 5000 }, () => ({}));
    for (const file of [1, 0]) await mixed.append(file, { record: 0, line: 0 }, batchOf(rows));
    await mixed.commit([fileOf(0), fileOf(1)]);
    const places = await all(mixed, null);
    expect(places.map(({ file, index }) => file * 5000 + index)).toEqual(
      Array.from({ length: 10_000 }, (_, row) => row),
    );
  });

  it('end with the signal', async () => {
    const controller = new AbortController();
    const walk = store.places(null, controller.signal)[Symbol.asyncIterator]();
    controller.abort(new Error('enough'));
    await expect(walk.next()).rejects.toThrow('enough');
  });
});
