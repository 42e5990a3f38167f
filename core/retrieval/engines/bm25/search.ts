import type { DuckDBConnection } from '@duckdb/node-api';
import { rowsOf } from '../../../host/duckdb/database';
import { EnglishAnalyser } from '../../analysis/english';
import type { EngineFacts } from '../../format';
import { INDEX, type EngineSearch, type Scored } from '../engine';
import { idf, UNIT } from './formula';

/** Scores documents by the formula of `formula.ts`, in SQL over the postings of the query's terms. */
export class Bm25Search implements EngineSearch {
  readonly #analyser = new EnglishAnalyser();

  constructor(private readonly facts: EngineFacts) {}

  async search(connection: DuckDBConnection, query: string, k: number): Promise<Scored[]> {
    const weights = await this.#weights(connection, query);
    if (weights.length === 0) return [];
    const k1 = this.#number('k1');
    const fixed = k1 * (1 - this.#number('b'));
    const byLength = (k1 * this.#number('b')) / this.#number('averageLength');
    // Every value here is a number of ours; texts of the query are gone.
    const rows = await rowsOf(
      connection,
      `SELECT doc, (sum(part) / ${UNIT}::DOUBLE)::DOUBLE AS score FROM (
         SELECT p.doc, (w.weight * p.tf / (p.tf + ${double(fixed)} + ${double(byLength)} * p.length) * ${UNIT})::BIGINT AS part
         FROM ${INDEX}.bm25_postings p
         JOIN (VALUES ${weights.map(({ id, weight }) => `(${id}, ${double(weight)})`).join(', ')}) w(term, weight)
         ON p.term = w.term
       ) GROUP BY doc ORDER BY sum(part) DESC, doc LIMIT ${Math.trunc(k)}`,
    );
    return rows.map((row) => ({ ordinal: Number(row['doc']), score: Number(row['score']) }));
  }

  /** The terms of a query that occur in the index, each with its idf times its occurrences in the query. */
  async #weights(connection: DuckDBConnection, query: string): Promise<{ id: number; weight: number }[]> {
    const times = new Map<string, number>();
    this.#analyser.each(query, (term) => times.set(term, (times.get(term) ?? 0) + 1));
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
