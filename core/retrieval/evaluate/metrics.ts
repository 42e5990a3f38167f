import { titleKey } from '../titles';

/** Depths at which recall is told. */
export const DEPTHS: readonly number[] = [1, 2, 5, 10, 20];

/** Averages over the queries that have gold documents. */
export interface Quality {
  /** Queries with gold documents. */
  readonly queries: number;
  /** By depth: see {@link recallAt}. 0 to 1; 0 where there are no queries. */
  readonly recall: Readonly<Record<string, number>>;
  /** Mean of 1 / rank of the first gold document, 0 where none was found. 0 to 1. */
  readonly mrr: number;
}

/** Adds up how good result lists are. */
export class QualityMeter {
  readonly #recall: number[];
  #reciprocal = 0;
  #queries = 0;

  /** `depths` ascending, none deeper than the lists that will come. */
  constructor(private readonly depths: readonly number[]) {
    this.#recall = depths.map(() => 0);
  }

  /** Takes the titles of a result list in order, and those of the gold documents, of which there is at least one. */
  add(titles: readonly (string | null)[], golds: readonly string[]): void {
    const wanted = new Set(golds.map(titleKey));
    const keys = titles.map((title) => (title === null ? null : titleKey(title)));
    this.#queries++;
    for (const [at, depth] of this.depths.entries()) {
      this.#recall[at] = (this.#recall[at] ?? 0) + recallAt(keys.slice(0, depth), wanted);
    }
    const first = keys.findIndex((key) => key !== null && wanted.has(key));
    if (first >= 0) this.#reciprocal += 1 / (first + 1);
  }

  get quality(): Quality {
    const mean = (sum: number): number => (this.#queries > 0 ? sum / this.#queries : 0);
    const recall = this.depths.map((depth, at) => [String(depth), mean(this.#recall[at] ?? 0)] as const);
    return { queries: this.#queries, recall: Object.fromEntries(recall), mrr: mean(this.#reciprocal) };
  }
}

/**
 * |titles among the first documents ∩ gold titles| / |gold titles|. Titles count once on either side: where several
 * passages of a corpus share a title (MuSiQue), any of them finds it.
 */
function recallAt(found: readonly (string | null)[], wanted: ReadonlySet<string>): number {
  const hit = new Set(found.filter((key): key is string => key !== null && wanted.has(key)));
  return hit.size / wanted.size;
}
