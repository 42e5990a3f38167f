import type {
  Filter,
  GroupOrder,
  GroupsPage,
  GroupsParams,
  Operand,
  RolloutGroup,
} from '../../protocol/store';
import type { DuckDBValue } from '@duckdb/node-api';
import { MOST_ROWS } from '../../protocol/store';
import { FilterError, type SqlColumn } from '../filter/sql';
import { LIST_SEPARATOR } from '../ingest/batch';
import { ROLLOUTS } from './layout';
import {
  bounded,
  columnNamed,
  filterSql,
  numberOrNull,
  operandOf,
  where,
  type Moment,
  type Reads,
} from './reads';
import { troubleOf } from './trouble';

/** Orders that are kept, and the most groups of all but the last: windows share them. */
const MOST_ORDERS = 4;
const MOST_KEPT = 1_000_000;

/** What groups of a kind have in common, by columns. */
const COLUMNS: Readonly<Record<GroupsParams['by'], readonly string[]>> = {
  question: ['question'],
  step: ['step'],
  group: ['step', 'question'],
};

const ORDERS: Readonly<Record<GroupOrder, string>> = {
  key: 'key_0',
  rollouts: 'rollouts',
  score: 'score',
  spread: 'spread',
  em: 'em',
  searches: 'searches',
  findings: 'findings',
};

/** The order of all groups as of a commit, in a table of the instance's own memory: some 70 bytes a group. */
interface Order {
  readonly id: string;
  readonly key: string;
  readonly table: string;
  readonly moment: Moment;
  readonly keys: readonly (SqlColumn & { readonly id: string })[];
  readonly total: number;
}

/** Pages of groups, each by the order that it continues: grouping a million rollouts anew for each would take a second. */
export class GroupOrders {
  /** In order of use, the last used one last. */
  readonly #orders = new Map<string, Order>();
  #last = 0;

  constructor(private readonly reads: Reads) {}

  /** Fails with {@link FilterError} where the set has no column for the question or the step. */
  async page(params: GroupsParams, signal?: AbortSignal): Promise<GroupsPage> {
    const { by, filter, sort, snapshot } = params;
    if (!Object.hasOwn(COLUMNS, by) || !Object.hasOwn(ORDERS, sort.by))
      throw new FilterError(
        `rollouts cannot be grouped by ${JSON.stringify(by)} and sorted by ${JSON.stringify(sort.by)}`,
      );
    const key = JSON.stringify([by, filter, sort.by, sort.descending]);
    const order = this.#held(snapshot, key) ?? (await this.#make(key, params, signal));
    const from = bounded(params.from, order.total);
    const groups = await this.#groups(order, from, bounded(params.count, MOST_ROWS), signal);
    return { generation: order.moment.generation, snapshot: order.id, groups, total: order.total };
  }

  /** Lets go of all: rows were taken out, or their memory is gone. */
  async clear(): Promise<void> {
    await this.#drop([...this.#orders.values()]);
  }

  #held(id: string | null, key: string): Order | null {
    const { generation } = this.reads.now();
    const held =
      id === null
        ? [...this.#orders.values()].find((each) => each.key === key && each.moment.generation === generation)
        : this.#orders.get(id);
    if (held?.key !== key) return null;
    this.#orders.delete(held.id);
    this.#orders.set(held.id, held);
    return held;
  }

  async #make(key: string, { by, filter, sort }: GroupsParams, signal?: AbortSignal): Promise<Order> {
    const moment = this.reads.now();
    const keys = COLUMNS[by].map((id) => ({ id, ...columnNamed(id, moment) }));
    const sqlOf = (id: string): string => moment.column(id)?.sql ?? 'NULL::DOUBLE';
    const grouped = keys.map((_, at) => `key_${at}`);
    const direction = sort.descending ? 'DESC' : 'ASC';
    const first = sort.by === 'key' ? grouped : [ORDERS[sort.by]];
    const order = [
      ...first.map((each) => `${each} ${direction} NULLS LAST`),
      ...grouped.map((each) => `${each} NULLS LAST`),
    ].join(', ');
    const id = `g${++this.#last}`;
    const table = `memory.main.groups_${this.#last}`;
    // The texts that groups have in common stay where they are: one row of each group names them.
    const [made] = await this.#made(
      `CREATE OR REPLACE TABLE ${table} AS
      SELECT CAST(row_number() OVER (ORDER BY ${order}) - 1 AS INTEGER) AS place, one_row, rollouts, score, spread, em, searches, findings
      FROM (
        SELECT ${keys.map(({ sql }, at) => `${sql} AS key_${at}`).join(', ')}, min(row) AS one_row, CAST(count(*) AS INTEGER) AS rollouts,
          avg(${sqlOf('score')}) AS score, stddev_pop(${sqlOf('score')}) AS spread, avg(${sqlOf('em')}) AS em,
          avg(${sqlOf('searches')}) AS searches, ${findingsSql(moment.column('findings')?.sql)} AS findings
        FROM ${ROLLOUTS} ${where(`row < ${moment.state.next}`, filterSql(filter, moment))} GROUP BY ${grouped.join(', ')}
      )`,
      signal,
    );
    const own: Order = { id, key, table, moment, keys, total: Number(made?.[0] ?? 0) };
    let kept = 0;
    const others = [...this.#orders.values()].reverse();
    await this.#drop(others.filter(({ total }, at) => at + 1 >= MOST_ORDERS || (kept += total) > MOST_KEPT));
    this.#orders.set(id, own);
    return own;
  }

  /** What a statement answers. There may be as many groups as rollouts, which can be too many. */
  async #made(sql: string, signal?: AbortSignal): Promise<DuckDBValue[][]> {
    try {
      return await this.reads.select(sql, signal);
    } catch (error) {
      if (troubleOf(error) === null) throw error;
      throw new Error(
        'there are more groups than fit in memory; filter the rollouts, or group them by step',
        { cause: error },
      );
    }
  }

  async #drop(orders: readonly Order[]): Promise<void> {
    for (const { id } of orders) this.#orders.delete(id);
    for (const { table } of orders) {
      // One that cannot be dropped goes with the instance.
      await this.reads.select(`DROP TABLE IF EXISTS ${table}`).catch(() => undefined);
    }
  }

  async #groups(
    { table, keys }: Order,
    from: number,
    count: number,
    signal?: AbortSignal,
  ): Promise<RolloutGroup[]> {
    const rows = await this.reads.select(
      `SELECT ${keys.map(({ sql }) => sql).join(', ')}, rollouts, score, spread, em, searches, findings
      FROM (SELECT * FROM ${table} WHERE place >= ${from} AND place < ${from + count}) JOIN ${ROLLOUTS} ON row = one_row
      ORDER BY place`,
      signal,
    );
    return rows.map((row): RolloutGroup => {
      const common = keys.map(({ id, kind }, at) => ({ id, value: valueOf(kind, row[at]) }));
      const [score, spread, em, searches, findings] = row.slice(keys.length + 1).map(numberOrNull);
      return {
        key: keyOf(common.map(({ value }) => value)),
        filter: rowsOfGroup(common),
        rollouts: Number(row[keys.length]),
        score: score ?? null,
        spread: spread ?? null,
        em: em ?? null,
        searches: searches ?? null,
        findings: findings ?? null,
      };
    });
  }
}

/** Mean number of texts in a joined list; none for an empty one. */
function findingsSql(sql: string | undefined): string {
  if (sql === undefined) return 'NULL';
  const separator = `chr(${LIST_SEPARATOR.charCodeAt(0)})`;
  return `avg(coalesce(length(${sql}) - length(replace(${sql}, ${separator}, '')) - 1, 0))`;
}

function valueOf(kind: Parameters<typeof operandOf>[0], value: DuckDBValue | undefined): Operand | null {
  return value === null || value === undefined ? null : operandOf(kind, value);
}

/** Of a question in a step, both: the same question comes again in other steps. */
function keyOf(values: readonly (Operand | null)[]): Operand | null {
  if (values.length === 1) return values[0] ?? null;
  const [step, question] = values;
  if (step === null || step === undefined) return question ?? null;
  return question === null || question === undefined ? `step ${step}` : `step ${step}: ${question}`;
}

function rowsOfGroup(common: readonly { readonly id: string; readonly value: Operand | null }[]): Filter {
  const parts = common.map(({ id, value }): Filter =>
    value === null
      ? { kind: 'not', of: { kind: 'known', column: id } }
      : { kind: 'compare', column: id, op: '=', value },
  );
  const [only] = parts;
  return parts.length === 1 && only ? only : { kind: 'and', of: parts };
}
