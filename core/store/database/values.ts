import type { ColumnValues, StoreSummary, ValuesParams } from '../../protocol/store';
import { listSql, textLiteral } from '../filter/sql';
import { ROLLOUTS } from './layout';
import { bounded, columnNamed, filterSql, numberOrNull, operandOf, where, type Reads } from './reads';

/** Most values of a column that one answer holds. */
const MOST_VALUES = 1000;

/** The values of a column by the number of rollouts that have them. A list counts once for each of its texts. */
export async function columnValues(
  reads: Reads,
  { column: id, filter, text, count }: ValuesParams,
  signal?: AbortSignal,
): Promise<ColumnValues> {
  const moment = reads.now();
  const column = columnNamed(id, moment);
  const { kind } = column;
  const conditions = where(filterSql(filter, moment));
  const each =
    kind === 'list' ? `unnest(coalesce(list_distinct(${listSql(column.sql)}), [NULL]))` : column.sql;
  const shown = kind === 'flag' ? `CASE value WHEN 0 THEN 'false' ELSE 'true' END` : `CAST(value AS VARCHAR)`;
  const held = text === '' ? null : `contains(lower(${shown}), lower(${textLiteral(text)}))`;
  const numeric = kind === 'integer' || kind === 'number';
  const rows = await reads.select(
    `WITH counted AS MATERIALIZED (
      SELECT value, count(*) AS rollouts FROM (SELECT ${each} AS value FROM ${ROLLOUTS} ${conditions}) ${where(held)} GROUP BY value
    ), facts AS (SELECT count(value) AS others, ${rangeSql(numeric)} FROM counted)
    SELECT value, rollouts, others, least, greatest, mean FROM facts LEFT JOIN
      (SELECT * FROM counted ORDER BY rollouts DESC, value NULLS LAST LIMIT ${bounded(count, MOST_VALUES)}) ON true
    ORDER BY rollouts DESC, value NULLS LAST`,
    signal,
  );
  const [first] = rows;
  const [least, greatest, mean] = [3, 4, 5].map((at) => numberOrNull(first?.[at]));
  return {
    generation: moment.generation,
    values: rows
      .filter(([, rollouts]) => rollouts !== null)
      .map(([value, rollouts]) => ({
        value: value === null || value === undefined ? null : operandOf(kind, value),
        rollouts: Number(rollouts),
      })),
    distinct: Number(first?.[2] ?? 0),
    range:
      typeof least === 'number' && typeof greatest === 'number' && typeof mean === 'number'
        ? { least, greatest, mean }
        : null,
  };
}

function rangeSql(numeric: boolean): string {
  if (!numeric) return 'NULL AS least, NULL AS greatest, NULL AS mean';
  return `min(value) AS least, max(value) AS greatest,
    sum(value * rollouts) / sum(CASE WHEN value IS NOT NULL THEN rollouts END) AS mean`;
}

/** A set in short. What it lacks a column for stays unknown. */
export async function summary(reads: Reads, signal?: AbortSignal): Promise<StoreSummary> {
  const moment = reads.now();
  const sqlOf = (id: string): string => moment.column(id)?.sql ?? 'NULL::DOUBLE';
  const findings = moment.column('findings');
  const [steps, rules] = await Promise.all([
    reads.select(
      `SELECT ${sqlOf('step')} AS step, count(*), avg(${sqlOf('score')}) FROM ${ROLLOUTS} GROUP BY step ORDER BY step NULLS LAST`,
      signal,
    ),
    findings?.kind === 'list'
      ? reads.select(
          `SELECT rule, count(*) AS rollouts FROM (SELECT unnest(list_distinct(${listSql(findings.sql)})) AS rule FROM ${ROLLOUTS} WHERE ${findings.sql} IS NOT NULL) GROUP BY rule ORDER BY rollouts DESC, rule`,
          signal,
        )
      : [],
  ]);
  return {
    generation: moment.generation,
    steps: steps.map(([step, rollouts, score]) => ({
      step: numberOrNull(step),
      rollouts: Number(rollouts),
      score: numberOrNull(score),
    })),
    findings: rules.map(([rule, rollouts]) => ({ rule: String(rule), rollouts: Number(rollouts) })),
  };
}
