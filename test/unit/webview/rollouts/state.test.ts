import { expect, it } from 'vitest';
import type { Filter, StoreState } from '../../../../core/protocol/store';
import { type Place, stepFor } from '../../../../webview/views/rollouts/follow';
import { bindings, commandOf, moved } from '../../../../webview/views/rollouts/keys';
import { keptOf } from '../../../../webview/views/rollouts/search/use-search-again';
import { boundedSplit, readState, sortedBy, withSearch } from '../../../../webview/views/rollouts/state';
import { bytesWords, phaseWords, rowsWords } from '../../../../webview/views/rollouts/status/words';

const rollout = { file: 'file:///a.jsonl', index: 3, sample: 0 };
const subject = { rollout: null, filter: '' };

it('begins with all rollouts in the order of the files, whatever was stored', () => {
  for (const stored of [
    undefined,
    null,
    7,
    'x',
    [],
    { sort: 'x', paused: {}, row: -1, split: NaN, group: 3 },
  ])
    expect(readState(stored, subject)).toMatchObject({
      text: '',
      paused: [],
      sort: [],
      group: null,
      rollout: null,
      opened: null,
      row: 0,
      split: 55,
      sqlOpen: false,
    });
});

it('keeps what an earlier page kept', () => {
  const kept = {
    text: 'score < 1',
    paused: ['em = 1'],
    searches: [{ search: 7, text: 'river', regex: false, matchCase: true }],
    sort: [{ column: 'score', descending: true }],
    group: { by: 'step', order: 'spread', descending: false },
    rollout,
    opened: rollout,
    row: 812_345,
    split: 30,
    sql: 'SELECT 1',
    sqlOpen: true,
    asked: ' ',
  };
  expect(readState(kept, subject)).toEqual(kept);
  const odd = {
    ...kept,
    searches: [null, { search: 'x', text: 'a' }, { search: 8, text: 'b', regex: 1 }],
    sort: [null, { column: 3 }, { column: 'a', descending: 1 }],
    group: { by: 'x' },
    split: 3,
  };
  expect(readState(odd, subject)).toMatchObject({
    searches: [{ search: 8, text: 'b', regex: false, matchCase: false }],
    sort: [{ column: 'a', descending: false }],
    group: null,
    split: 20,
  });
});

it('what the subject newly asks for wins, once', () => {
  const asks = { rollout, filter: 'em = 0' };
  const before = readState({ text: 'score < 1', rollout: null, asked: ' ' }, asks);
  expect(before).toMatchObject({ text: 'em = 0', rollout, opened: rollout });
  const changed = { ...before, text: 'score > 2', rollout: { ...rollout, index: 9 }, opened: null };
  expect(readState(changed, asks)).toEqual(changed);
});

it('a click on a head sorts up, down, and not at all; with Shift beside the others', () => {
  const up = { column: 'a', descending: false };
  const down = { column: 'a', descending: true };
  const other = { column: 'b', descending: false };
  expect([sortedBy([], 'a', false), sortedBy([up], 'a', false), sortedBy([down], 'a', false)]).toEqual([
    [up],
    [down],
    [],
  ]);
  expect(sortedBy([other], 'a', false)).toEqual([up]);
  expect(sortedBy([other, up], 'a', false)).toEqual([down]);
  expect([
    sortedBy([other], 'a', true),
    sortedBy([up, other], 'a', true),
    sortedBy([down, other], 'a', true),
  ]).toEqual([[other, up], [down, other], [other]]);
});

it('the bar between the parts leaves room for both', () => {
  expect([-5, 33.4, 99].map(boundedSplit)).toEqual([20, 33, 85]);
});

const press = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...more,
});

it('keys are ours in the table, but no letter while somebody types', () => {
  for (const { keys, command, inGrid } of bindings)
    for (const key of keys) {
      expect(commandOf(press(key), 'grid')).toBe(command);
      expect(commandOf(press(key), 'field')).toBe(command === 'back' ? 'back' : null);
      expect(commandOf(press(key), 'elsewhere')).toBe(inGrid ? null : command);
      for (const modifier of ['ctrlKey', 'altKey', 'metaKey'])
        expect(commandOf(press(key, { [modifier]: true }), 'grid')).toBeNull();
    }
  expect(commandOf(press('x'), 'grid')).toBeNull();
});

it('no key has two meanings', () => {
  const keys = bindings.flatMap((binding) => binding.keys);
  expect(new Set(keys).size).toBe(keys.length);
});

it('moves through the rows and stays inside', () => {
  expect(moved('down', 4, 10, 3)).toBe(5);
  expect(moved('down', 9, 10, 3)).toBe(9);
  expect(moved('previous', 0, 10, 3)).toBe(0);
  expect(moved('page-down', 8, 10, 3)).toBe(9);
  expect(moved('page-up', 8, 10, 3)).toBe(5);
  expect([moved('first', 8, 10, 3), moved('last', 2, 10, 3), moved('open', 2, 10, 3)]).toEqual([0, 9, 2]);
  expect(moved('down', -1, 10, 3)).toBe(0);
  expect(moved('down', 0, 0, 3)).toBe(0);
});

it('takes new rows where nothing moves by it, and offers them elsewhere', () => {
  const place: Place = {
    generation: 3,
    inWork: 100,
    rows: 100,
    settled: true,
    sorted: false,
    atTop: false,
    atEnd: false,
  };
  const now = { generation: 4, rows: 130 };
  expect(stepFor({ generation: 3, rows: 100 }, place)).toEqual({ kind: 'none' });
  expect(stepFor(now, place)).toEqual({ kind: 'offer', more: 30 });
  expect(stepFor({ generation: 4, rows: 100 }, place)).toEqual({ kind: 'offer', more: null });
  expect(stepFor(now, { ...place, atTop: true })).toEqual({ kind: 'renew', end: false });
  expect(stepFor(now, { ...place, atEnd: true })).toEqual({ kind: 'renew', end: true });
  expect(stepFor(now, { ...place, atTop: true, atEnd: true })).toEqual({ kind: 'renew', end: false });
  for (const at of [{ atTop: true }, { atEnd: true }])
    expect(stepFor(now, { ...place, ...at, sorted: true })).toEqual({ kind: 'offer', more: 30 });
  expect(stepFor(now, { ...place, sorted: true, rows: 0 })).toEqual({ kind: 'renew', end: false });
  expect(stepFor({ generation: 3, rows: 100 }, { ...place, settled: false })).toMatchObject({
    kind: 'renew',
  });
});

const state = (more: Partial<StoreState>): StoreState => ({
  generation: 1,
  phase: 'reading',
  files: 12,
  filesRead: 3,
  bytes: 2_000_000_000,
  bytesRead: 901_000_000,
  rows: 4096,
  expected: 1_000_000,
  rate: 34_200_000,
  remaining: 32_000,
  broken: 0,
  cache: { kind: 'disk' },
  problems: [],
  columns: [],
  ...more,
});

it('says how many rollouts of how many', () => {
  expect(rowsWords(100, null)).toBe('100 rollouts');
  expect(rowsWords(4096, state({}))).toBe('4,096 of about 1,000,000 rollouts');
  expect(rowsWords(4096, state({ expected: null }))).toBe('first 4,096 rollouts');
  // An estimate that what is there has overtaken.
  expect(rowsWords(4096, state({ expected: 4000 }))).toBe('4,096 of about 4,096 rollouts');
  const done = state({ phase: 'following', rows: 1_000_003 });
  expect([rowsWords(1_000_003, done), rowsWords(17, done)]).toEqual([
    '1,000,003 rollouts',
    '17 of 1,000,003 rollouts',
  ]);
});

it('says what the store is doing', () => {
  expect(phaseWords(state({}))).toBe('reading, 3 of 12 files done, 45%, 34 MB/s, 32 s left');
  expect(phaseWords(state({ files: 1, rate: null, remaining: null }))).toBe('reading, 45%');
  expect(phaseWords(state({ phase: 'listing' }))).toBe('looking for files');
  expect(phaseWords(state({ phase: 'following' }))).toBe('up to date');
  expect(phaseWords(state({ phase: 'stopped' }))).toBe('stopped at 45%; what was read stays');
});

it('writes bytes as disks count them', () => {
  expect([0, 999, 1000, 1234, 99_400, 999_499, 999_500, 34_200_000, 2.5e9, 7e15].map(bytesWords)).toEqual([
    '0 B',
    '999 B',
    '1 kB',
    '1.2 kB',
    '99 kB',
    '999 kB',
    '1 MB',
    '34 MB',
    '2.5 GB',
    '7000 TB',
  ]);
});

it('searches are remembered to search again, the latest last, as many as the store keeps', () => {
  const search = (n: number) => ({ search: n, text: `text ${n}`, regex: false, matchCase: false });
  let kept = [1, 2].map(search) as readonly ReturnType<typeof search>[];
  kept = withSearch(kept, { ...search(1), text: 'again' });
  expect(kept.map(({ text }) => text)).toEqual(['text 2', 'again']);
  for (let n = 3; n < 40; n++) kept = withSearch(kept, search(n));
  expect(kept).toHaveLength(16);
  const conditions: Filter[] = [
    { kind: 'known', column: 'score' },
    { kind: 'found', search: 39 },
  ];
  expect(keptOf(conditions, kept)).toEqual(search(39));
  expect(keptOf([{ kind: 'found', search: 3 }], kept)).toBeNull();
  expect(keptOf([], kept)).toBeNull();
});
