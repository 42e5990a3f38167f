import type {
  Filter,
  GroupOrder,
  GroupsPage,
  GroupsParams,
  Operand,
  RolloutGroup,
} from '../../protocol/store';
import type { DuckDBValue } from '@duckdb/node-api';
import { FilterError } from '../filter/sql';
import { LIST_SEPARATOR } from '../ingest/batch';
import { ROLLOUTS } from './layout';
import { bounded, columnNamed, filterSql, numberOrNull, operandOf, where, type Reads } from './reads';

/** Most groups of one answer. */
const MOST_GROUPS = 500;

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

/** Fails with {@link FilterError} where the set has no column for the question or the step. */
export async function groupsOf(
  reads: Reads,
  { by, filter, sort, from, count }: GroupsParams,
  signal?: AbortSignal,
): Promise<GroupsPage> {
  if (!Object.hasOwn(COLUMNS, by) || !Object.hasOwn(ORDERS, sort.by))
    throw new FilterError(
      `rollouts cannot be grouped by ${JSON.stringify(by)} and sorted by ${JSON.stringify(sort.by)}`,
    );
  const moment = reads.now();
  const keys = COLUMNS[by].map((id) => ({ id, ...columnNamed(id, moment) }));
  const sqlOf = (id: string): string => moment.column(id)?.sql ?? 'NULL::DOUBLE';
  const grouped = keys.map((_, at) => `key_${at}`);
  const direction = sort.descending ? 'DESC' : 'ASC';
  const order = sort.by === 'key' ? grouped : [ORDERS[sort.by]];
  const rows = await reads.select(
    `WITH grouped AS MATERIALIZED (
      SELECT ${keys.map(({ sql }, at) => `${sql} AS key_${at}`).join(', ')}, count(*) AS rollouts,
        avg(${sqlOf('score')}) AS score, stddev_pop(${sqlOf('score')}) AS spread, avg(${sqlOf('em')}) AS em,
        avg(${sqlOf('searches')}) AS searches, ${findingsSql(moment.column('findings')?.sql)} AS findings
      FROM ${ROLLOUTS} ${where(filterSql(filter, moment))} GROUP BY ${grouped.join(', ')}
    )
    SELECT ${grouped.join(', ')}, rollouts, score, spread, em, searches, findings, (SELECT count(*) FROM grouped)
    FROM grouped
    ORDER BY ${order.map((each) => `${each} ${direction} NULLS LAST`).join(', ')}, ${grouped.map((each) => `${each} NULLS LAST`).join(', ')}
    LIMIT ${bounded(count, MOST_GROUPS)} OFFSET ${bounded(from, Number.MAX_SAFE_INTEGER)}`,
    signal,
  );
  const groups = rows.map((row): RolloutGroup => {
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
  const total = rows.length > 0 ? Number(rows[0]?.at(-1)) : await countAll();
  return { generation: moment.generation, groups, total };

  /** Of a page past the end. */
  async function countAll(): Promise<number> {
    const [row] = await reads.select(
      `SELECT count(*) FROM (SELECT DISTINCT ${keys.map(({ sql }) => sql).join(', ')} FROM ${ROLLOUTS} ${where(filterSql(filter, moment))})`,
      signal,
    );
    return Number(row?.[0] ?? 0);
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
