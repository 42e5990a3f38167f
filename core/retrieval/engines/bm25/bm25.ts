import type { Engine } from '../engine';
import { Bm25Build } from './build';
import { Bm25Search } from './search';

/** Words in common, weighted by how rare they are. */
export const bm25: Engine = {
  id: 'bm25',
  title: 'BM25 as Lucene scores it',
  constants: ['k1', 'b'],
  build: (duckdb) => new Bm25Build(duckdb),
  open: (facts) => new Bm25Search(facts),
};
