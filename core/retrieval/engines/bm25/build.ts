import type { DuckDBConnection } from '@duckdb/node-api';
import type { DuckDbModule } from '../../../host/duckdb/load';
import { rowsOf } from '../../../host/duckdb/database';
import { termOf } from '../../analysis/english';
import { eachWordPlace } from '../../analysis/words';
import { appendRows } from '../../build/append';
import type { EngineFacts } from '../../format';
import { indexedText, type Passage } from '../../passage';
import { OUTCOME, WORKSPACE, type EngineBuild } from '../engine';
import { B, K1 } from './formula';
import { Integers } from './integers';
import { WordTable } from './word-table';

/** Number of words that are no terms. */
const STOPPED = -1;

/**
 * Terms and postings. Each segment numbers its own terms, so that memory is bounded by a segment and not by the
 * vocabulary; `finish` joins the segments by term and sorts the postings, so that a lookup touches few blocks.
 */
export class Bm25Build implements EngineBuild {
  /** Number of the term of each word in this segment. */
  readonly #words = new WordTable();
  /** Number of each term in this segment. */
  #numbers = new Map<string, number>();
  /** In how many documents of this segment each term occurs. */
  readonly #frequencies = new Integers();
  /** Where each term's last posting stands. */
  readonly #places = new Integers();
  /** Terms of the document that is taken. */
  #count = 0;
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
    const first = this.#term.length;
    const text = indexedText(passage);
    eachWordPlace(text, (start, end) => {
      const number = this.#words.numberOf(text, start, end, this.#make);
      if (number === STOPPED) return;
      this.#count++;
      const place = this.#places.at(number);
      // The term's last posting is one of this document's.
      if (place >= first) this.#times.increment(place);
      else {
        this.#places.set(number, this.#term.length);
        this.#frequencies.increment(number);
        this.#term.push(number);
        this.#document.push(ordinal);
        this.#times.push(1);
      }
    });
    for (let at = first; at < this.#term.length; at++) this.#length.push(this.#count);
    this.#count = 0;
  }

  /** The number of a word's term in this segment, for a word that is new in it. */
  readonly #make = (word: string): number => {
    const term = termOf(word);
    if (term === '') return STOPPED;
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    this.#places.push(-1);
    this.#frequencies.push(0);
    this.#numbers.set(term, this.#numbers.size);
    return this.#numbers.size - 1;
  };

  async write(connection: DuckDBConnection, segment: number): Promise<void> {
    const { INTEGER, VARCHAR } = this.duckdb;
    const terms = [...this.#numbers.keys()];
    await appendRows(this.duckdb, connection, WORKSPACE, 'bm25_terms', terms.length, [
      { type: INTEGER, at: () => segment },
      { type: INTEGER, at: (row) => row },
      { type: VARCHAR, at: (row) => terms[row] ?? '' },
      { type: INTEGER, at: (row) => this.#frequencies.at(row) },
    ]);
    const lists = [this.#term, this.#document, this.#times, this.#length];
    await appendRows(this.duckdb, connection, WORKSPACE, 'bm25_postings', this.#term.length, [
      { type: INTEGER, at: () => segment },
      ...lists.map((list) => ({ type: INTEGER, at: (row: number) => list.at(row) })),
    ]);
    this.#words.clear();
    this.#numbers = new Map();
    for (const list of [...lists, this.#places, this.#frequencies]) list.clear();
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
