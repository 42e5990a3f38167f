import type { DuckDBConnection } from '@duckdb/node-api';
import type { DuckDbModule } from '../../../host/duckdb/load';
import { rowsOf } from '../../../host/duckdb/database';
import { EnglishAnalyser } from '../../analysis/english';
import { appendRows } from '../../build/append';
import type { EngineFacts } from '../../format';
import { indexedText, type Passage } from '../../passage';
import { OUTCOME, WORKSPACE, type EngineBuild } from '../engine';
import { B, K1 } from './formula';
import { Integers } from './integers';

/**
 * Terms and postings. Each segment numbers its own terms, so that memory is bounded by a segment and not by the
 * vocabulary; `finish` joins the segments by term and sorts the postings, so that a lookup touches few blocks.
 */
export class Bm25Build implements EngineBuild {
  readonly #analyser = new EnglishAnalyser();
  /** Number of each term in this segment. */
  #numbers = new Map<string, number>();
  /** In how many documents of this segment each term occurs. */
  readonly #frequencies: number[] = [];
  readonly #term = new Integers();
  readonly #document = new Integers();
  readonly #times = new Integers();
  readonly #length = new Integers();

  constructor(private readonly duckdb: DuckDbModule) {}

  async begin(connection: DuckDBConnection): Promise<void> {
    await connection.run(
      `CREATE TABLE ${WORKSPACE}.bm25_terms (segment INTEGER, number INTEGER, term VARCHAR, df INTEGER)`,
    );
    await connection.run(
      `CREATE TABLE ${WORKSPACE}.bm25_postings (segment INTEGER, number INTEGER, doc INTEGER, tf INTEGER, length INTEGER)`,
    );
  }

  add(ordinal: number, passage: Passage): void {
    const counts = new Map<number, number>();
    let length = 0;
    this.#analyser.each(indexedText(passage), (term) => {
      let number = this.#numbers.get(term);
      if (number === undefined) this.#numbers.set(term, (number = this.#numbers.size));
      counts.set(number, (counts.get(number) ?? 0) + 1);
      length++;
    });
    for (const [number, times] of counts) {
      this.#term.push(number);
      this.#document.push(ordinal);
      this.#times.push(times);
      this.#length.push(length);
      this.#frequencies[number] = (this.#frequencies[number] ?? 0) + 1;
    }
  }

  async write(connection: DuckDBConnection, segment: number): Promise<void> {
    const { INTEGER, VARCHAR } = this.duckdb;
    const terms = [...this.#numbers.keys()];
    await appendRows(this.duckdb, connection, WORKSPACE, 'bm25_terms', terms.length, [
      { type: INTEGER, at: () => segment },
      { type: INTEGER, at: (row) => row },
      { type: VARCHAR, at: (row) => terms[row] ?? '' },
      { type: INTEGER, at: (row) => this.#frequencies[row] ?? 0 },
    ]);
    const lists = [this.#term, this.#document, this.#times, this.#length];
    await appendRows(this.duckdb, connection, WORKSPACE, 'bm25_postings', this.#term.length, [
      { type: INTEGER, at: () => segment },
      ...lists.map((list) => ({ type: INTEGER, at: (row: number) => list.at(row) })),
    ]);
    this.#numbers = new Map();
    this.#frequencies.length = 0;
    for (const list of lists) list.clear();
  }

  async finish(connection: DuckDBConnection): Promise<EngineFacts> {
    await connection.run(`
      CREATE TABLE ${OUTCOME}.bm25_terms AS
      SELECT (row_number() OVER (ORDER BY term) - 1)::INTEGER AS id, term, df
      FROM (SELECT term, sum(df)::INTEGER AS df FROM ${WORKSPACE}.bm25_terms GROUP BY term)
      ORDER BY term`);
    await connection.run(`
      CREATE TABLE ${OUTCOME}.bm25_postings AS
      SELECT whole.id AS term, p.doc, p.tf, p.length
      FROM ${WORKSPACE}.bm25_postings p
      JOIN ${WORKSPACE}.bm25_terms own USING (segment, number)
      JOIN ${OUTCOME}.bm25_terms whole ON whole.term = own.term
      ORDER BY whole.id, p.doc`);
    const [counts = {}] = await rowsOf(
      connection,
      `SELECT count(DISTINCT doc)::DOUBLE AS documents, coalesce(sum(tf), 0)::DOUBLE AS length, count(*)::DOUBLE AS postings,
              (SELECT count(*) FROM ${OUTCOME}.bm25_terms)::DOUBLE AS terms
       FROM ${OUTCOME}.bm25_postings`,
    );
    const documents = Number(counts['documents']);
    return {
      k1: K1,
      b: B,
      documents,
      averageLength: documents > 0 ? Number(counts['length']) / documents : 0,
      terms: Number(counts['terms']),
      postings: Number(counts['postings']),
    };
  }
}
