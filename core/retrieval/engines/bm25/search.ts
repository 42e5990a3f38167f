import type { DuckDBConnection } from '@duckdb/node-api';
import { rowsOf } from '../../../host/duckdb/database';
import { termsOf } from '../../analysis/english';
import type { EngineFacts } from '../../format';
import { INDEX, type EngineSearch, type Scored } from '../engine';
import { idf, UNIT } from './formula';

/** A term of a query: its number in the index, and its idf times its occurrences in the query. */
interface Weight {
  readonly id: number;
  readonly weight: number;
}

/**
 * Most terms whose postings are looked up one by one, which reads the fewest blocks; for long queries planning would take
 * longer than one pass with a join.
 */
const MOST_SCANS = 64;

/** Scores documents by the formula of `formula.ts`, in SQL over the postings of the query's terms. */
export class Bm25Search implements EngineSearch {
  constructor(private readonly facts: EngineFacts) {}

  async search(connection: DuckDBConnection, query: string, k: number): Promise<Scored[]> {
    const weights = await this.#weights(connection, query);
    if (weights.length === 0) return [];
    const k1 = this.#number('k1');
    const fixed = k1 * (1 - this.#number('b'));
    const byLength = (k1 * this.#number('b')) / this.#number('averageLength');
    // Every value here is a number of ours; texts of the query are gone.
    const score = (weight: string): string =>
      `round(${weight} * tf / (tf + ${double(fixed)} + ${double(byLength)} * length) * ${double(UNIT)}) AS part`;
    const parts =
      weights.length <= MOST_SCANS
        ? weights.map(
            ({ id, weight }) =>
              `SELECT doc, ${score(double(weight))} FROM ${INDEX}.bm25_postings WHERE term = ${id}`,
          )
        : [joined(weights, score('weight'))];
    const rows = await rowsOf(
      connection,
      `SELECT doc, sum(part) / ${double(UNIT)} AS score FROM (${parts.join(' UNION ALL ')})
       GROUP BY doc ORDER BY score DESC, doc LIMIT ${Math.trunc(k)}`,
    );
    return rows.map((row) => ({ ordinal: Number(row['doc']), score: Number(row['score']) }));
  }

  /** The terms of a query that occur in the index, each with its idf times its occurrences in the query. */
  async #weights(connection: DuckDBConnection, query: string): Promise<Weight[]> {
    const times = new Map<string, number>();
    for (const term of termsOf(query)) times.set(term, (times.get(term) ?? 0) + 1);
    if (times.size === 0) return [];
    const asked = [...times.keys()];
    const rows = await rowsOf(
      connection,
      `SELECT id, term, df FROM ${INDEX}.bm25_terms WHERE term IN (${asked.map((_, at) => `$${at + 1}`).join(', ')})`,
      asked,
    );
    const documents = this.#number('documents');
    return rows.map((row) => ({
      id: Number(row['id']),
      weight: idf(documents, Number(row['df'])) * (times.get(String(row['term'])) ?? 0),
    }));
  }

  #number(name: string): number {
    return Number(this.facts[name]);
  }
}

/** A number as a DOUBLE of SQL; written plainly it would be a DECIMAL, which rounds. */
function double(value: number): string {
  return `${value.toExponential()}::DOUBLE`;
}

/** The postings of many terms in one pass. */
function joined(weights: readonly Weight[], score: string): string {
  const values = weights.map(({ id, weight }) => `(${id}, ${double(weight)})`).join(', ');
  return `SELECT doc, ${score} FROM ${INDEX}.bm25_postings JOIN (VALUES ${values}) w(term, weight) USING (term)`;
}
