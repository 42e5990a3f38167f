import { documentKey } from '../titles';
import { goldTest, type ComparedDocument, type GoldPath, type SearchGolds } from './golds';

/** A document in one of the two lists. */
export interface ComparedEntry<Document extends ComparedDocument> {
  readonly document: Document;
  /** Whether it is a gold document; false too where nothing is known to decide by. */
  readonly gold: boolean;
  /** Rank, from 1, of the same document in the other list; null where it is not in it. */
  readonly otherRank: number | null;
}

/** What stands at one rank; null where a list is shorter. */
export interface ComparedRow<Recorded extends ComparedDocument, Replayed extends ComparedDocument> {
  /** From 1. */
  readonly rank: number;
  readonly recorded: ComparedEntry<Recorded> | null;
  readonly replayed: ComparedEntry<Replayed> | null;
}

/** What was recorded for a search beside what came back when it was replayed. */
export interface SearchComparison<Recorded extends ComparedDocument, Replayed extends ComparedDocument> {
  readonly rows: readonly ComparedRow<Recorded, Replayed>[];
  /**
   * |recorded ∩ replayed| / |recorded|, from 0 to 1, documents told apart by normalised title (by text where they have
   * none), each counted once; null where nothing was recorded.
   */
  readonly overlap: number | null;
  /** Rank, from 1, of the first gold document of each list; null where there is none. */
  readonly goldRankRecorded: number | null;
  readonly goldRankReplayed: number | null;
  /** How gold was decided; null where nothing is known to decide by. */
  readonly goldPath: GoldPath | null;
}

/** Compares two result lists, each in the order of its ranks. Pure. */
export function compareSearch<Recorded extends ComparedDocument, Replayed extends ComparedDocument>(
  recorded: readonly Recorded[],
  replayed: readonly Replayed[],
  golds: SearchGolds,
): SearchComparison<Recorded, Replayed> {
  const test = goldTest(golds);
  const isGold = (document: ComparedDocument): boolean => test?.holds(document) ?? false;
  const left = entries(recorded, ranks(replayed), isGold);
  const right = entries(replayed, ranks(recorded), isGold);
  return {
    rows: Array.from({ length: Math.max(left.length, right.length) }, (_, at) => ({
      rank: at + 1,
      recorded: left[at] ?? null,
      replayed: right[at] ?? null,
    })),
    overlap: overlapOf(recorded, replayed),
    goldRankRecorded: goldRank(left),
    goldRankReplayed: goldRank(right),
    goldPath: test?.path ?? null,
  };
}

function entries<Document extends ComparedDocument>(
  documents: readonly Document[],
  others: ReadonlyMap<string, number>,
  isGold: (document: ComparedDocument) => boolean,
): ComparedEntry<Document>[] {
  return documents.map((document) => ({
    document,
    gold: isGold(document),
    otherRank: others.get(documentKey(document)) ?? null,
  }));
}

/** The first rank of each document. */
function ranks(documents: readonly ComparedDocument[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const [at, document] of documents.entries()) {
    const key = documentKey(document);
    if (!found.has(key)) found.set(key, at + 1);
  }
  return found;
}

function overlapOf(
  recorded: readonly ComparedDocument[],
  replayed: readonly ComparedDocument[],
): number | null {
  const own = new Set(recorded.map(documentKey));
  const others = new Set(replayed.map(documentKey));
  return own.size === 0 ? null : [...own].filter((key) => others.has(key)).length / own.size;
}

function goldRank(list: readonly ComparedEntry<ComparedDocument>[]): number | null {
  const at = list.findIndex(({ gold }) => gold);
  return at < 0 ? null : at + 1;
}
