import type { ColumnInfo, ColumnKind, Filter, PageParams, SortKey } from '../../core/protocol/store';
import { openRowStore } from '../../core/store/database/open';
import type { KnownFile, RowStore } from '../../core/store/database/row-store';
import { parseFilter } from '../../core/store/filter/parse';
import { LIST_SEPARATOR, type BatchColumn, type RowBatch } from '../../core/store/ingest/batch';
import { Random } from '../make/random';
import { type Measurement, median, percentile } from './measure';

/** Rows of a batch, and between two commits. */
const BATCH = 4096;
const COMMIT = 120_000;
const ROWS_A_FILE = 50_000;
const QUESTIONS = 20_000;
const RULES = ['repeated-query', 'nothing-new', 'gold-never-retrieved', 'broken-call', 'search-in-thought'];

const KINDS: Readonly<Record<string, ColumnKind>> = {
  index: 'integer',
  step: 'integer',
  question: 'text',
  golds: 'list',
  answer: 'text',
  score: 'number',
  em: 'flag',
  f1: 'number',
  turns: 'integer',
  searches: 'integer',
  documents: 'integer',
  gold_rank: 'integer',
  length: 'integer',
  prompt_length: 'integer',
  output_length: 'integer',
  think_length: 'integer',
  query_length: 'number',
  tokens: 'integer',
  seconds: 'number',
  truncated: 'flag',
  answered: 'flag',
  gold_retrieved: 'flag',
  answer_in_evidence: 'flag',
  dialect: 'text',
  finding_count: 'integer',
  findings: 'list',
};

const COLUMNS = Object.entries(KINDS).map(([id, kind]): ColumnInfo => ({
  id,
  title: id,
  kind,
  family: 'identity',
  explanation: `The ${id}.`,
  shown: true,
  width: 80,
}));

/** What a reader asks: a filter line, and the columns it is sorted by, falling with a minus in front. */
const VIEWS: readonly (readonly [line: string, ...sort: string[]])[] = [
  ['', '-score'],
  ['score < 0.5 and searches > 3 and finding:repeated-query', '-searches'],
  ['em', 'length'],
  ['step in (3, 7, 11) and not em', '-f1', 'step'],
  ['documents < searches', 'seconds'],
  ['known(gold_rank) and gold_rank > 3', 'gold_rank', '-score'],
  ['answer ~ "w1"', '-score'],
  ['truncated or finding:broken-call', '-tokens'],
  ['score = 0 and gold_retrieved', 'question'],
  ['step > 10', '-query_length'],
];
const SHOWN = ['step', 'question', 'answer', 'score', 'em', 'searches', 'findings'];
const ROUNDS = 5;
const PAGE = 100;

/**
 * Fills a store of generated rows, as workers bring them, and asks it for pages: the first of a view that was never asked
 * for, one deep in it, and the next. `folder` is for the cache.
 */
export async function benchStoreRows(folder: string, rows: number): Promise<Measurement[]> {
  const { store } = await openRowStore({ folder, key: `rows-${rows}`, columns: COLUMNS, analyser: 'bench' });
  try {
    let most = process.memoryUsage.rss();
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50);
    const adding = await fill(store, rows);
    const { first, deep, next } = await ask(store, rows);
    clearInterval(watch);
    const of = `of ${(rows / 1e6).toFixed(0)} million rollouts`;
    const target = rows <= 1e6 ? { target: '≤ 100' } : {};
    return [
      { name: `add a row ${of}`, value: (adding / rows) * 1000, unit: 'µs' },
      { name: `filter, sort and first page ${of}, p50`, value: median(first), unit: 'ms' },
      {
        name: `filter, sort and first page ${of}, p95`,
        value: percentile(first, 0.95),
        unit: 'ms',
        ...target,
      },
      { name: `a page deep in it, p95`, value: percentile(deep, 0.95), unit: 'ms' },
      { name: `the page after it, p95`, value: percentile(next, 0.95), unit: 'ms' },
      { name: `memory of the process that holds them`, value: most / 2 ** 20, unit: 'MiB' },
    ];
  } finally {
    await store.close();
  }
}

/** Milliseconds that adding took, without making the rows. */
async function fill(store: RowStore, rows: number): Promise<number> {
  const random = new Random(7);
  let taken = 0;
  for (let row = 0; row < rows;) {
    const file = Math.floor(row / ROWS_A_FILE);
    const record = row % ROWS_A_FILE;
    const batch = batchOf(random, Math.min(BATCH, rows - row, ROWS_A_FILE - record), file);
    const commits =
      Math.floor((row + batch.rows) / COMMIT) > Math.floor(row / COMMIT) || row + batch.rows >= rows;
    const start = performance.now();
    await store.append(file, { record, line: record }, batch);
    if (commits) await store.commit([fileOf(file, record + batch.rows)]);
    taken += performance.now() - start;
    row += batch.rows;
  }
  return taken;
}

async function ask(store: RowStore, rows: number): Promise<Record<'first' | 'deep' | 'next', number[]>> {
  const times = { first: [] as number[], deep: [] as number[], next: [] as number[] };
  for (let round = 0; round < ROUNDS; round++)
    for (const [line, ...keys] of VIEWS) {
      // Every round asks something else, so that no snapshot of an earlier one answers.
      const filter = both(filterOf(line), filterOf(`index != ${rows + round}`));
      const sort = keys.map((key): SortKey => ({
        column: key.replace('-', ''),
        descending: key.startsWith('-'),
      }));
      const params = { view: { filter, sort }, columns: SHOWN, snapshot: null, from: 0, count: PAGE };
      const { snapshot, matches } = await timed(store, params, times.first);
      const from = Math.floor(matches / 2);
      await timed(store, { ...params, snapshot, from }, times.deep);
      await timed(store, { ...params, snapshot, from: from + PAGE }, times.next);
    }
  return times;
}

async function timed(
  store: RowStore,
  params: PageParams,
  times: number[],
): Promise<{ snapshot: string; matches: number }> {
  const start = performance.now();
  const page = await store.page(params);
  times.push(performance.now() - start);
  return page;
}

function filterOf(line: string): Filter | null {
  const { filter, fault } = parseFilter(line, COLUMNS);
  if (fault) throw new Error(`${line}: ${fault.message}`);
  return filter;
}

function both(one: Filter | null, other: Filter | null): Filter | null {
  return one && other ? { kind: 'and', of: [one, other] } : (one ?? other);
}

function batchOf(random: Random, rows: number, step: number): RowBatch {
  const unit = (): number => random.next() / 0x100000000;
  const whole = (most: number): number => Math.floor(unit() * most);
  const numbers = (of: (row: number) => number): Float64Array =>
    Float64Array.from({ length: rows }, (_, row) => of(row));
  const texts = (of: () => string | null): (string | null)[] => Array.from({ length: rows }, of);
  const valueOf: Readonly<Record<string, (row: number) => number>> = {
    step: () => step,
    score: () => [0, 0, 0, 0.2, 0.5, 1][whole(6)] ?? 0,
    em: () => whole(2),
    f1: () => whole(100) / 100,
    gold_rank: () => (unit() < 0.4 ? NaN : whole(10) + 1),
    query_length: () => unit() * 60,
    seconds: () => unit() * 30,
    length: () => 1000 + whole(20_000),
    tokens: () => 300 + whole(6000),
    truncated: () => Number(unit() < 0.05),
  };
  const columnOf = (id: string, kind: ColumnKind): BatchColumn => {
    if (kind === 'text')
      return {
        kind,
        values: texts(() => {
          if (id === 'dialect') return 'search-r1';
          if (id === 'question')
            return `who was word${whole(QUESTIONS)} of ${whole(40)} in the year of the great event?`;
          return unit() < 0.1 ? null : `w${whole(5000)} w${whole(5000)}`;
        }),
      };
    if (kind === 'list')
      return {
        kind,
        values: texts(() =>
          unit() < 0.5 ? null : `${LIST_SEPARATOR}${RULES[whole(RULES.length)] ?? ''}${LIST_SEPARATOR}`,
        ),
      };
    return { kind, values: numbers(valueOf[id] ?? (() => (kind === 'flag' ? whole(2) : whole(12)))) };
  };
  return {
    rows,
    index: numbers((row) => row),
    sample: numbers(() => 0),
    byteStart: numbers((row) => row * 5000),
    byteEnd: numbers((row) => row * 5000 + 4999),
    line: numbers((row) => row),
    columns: Object.fromEntries(
      Object.entries(KINDS)
        .filter(([id]) => id !== 'index')
        .map(([id, kind]) => [id, columnOf(id, kind)]),
    ),
    recorded: [],
    end: { byte: rows * 5000, records: rows, lines: rows },
    open: false,
    broken: 0,
    faults: [],
  };
}

function fileOf(number: number, records: number): KnownFile {
  return {
    number,
    path: `/runs/step_${number}.jsonl`,
    name: `step_${number}.jsonl`,
    size: ROWS_A_FILE * 5000,
    mtime: 0,
    inode: number,
    head: '',
    reached: records * 5000,
    records,
    lines: records,
    complete: records === ROWS_A_FILE,
    broken: 0,
    faults: [],
    container: 'verl-jsonl',
    dialect: 'search-r1',
  };
}
