import { evidenceOf } from '../../findings/evidence';
import { isObject, type JsonObject } from '../../json';
import type { Document, Rollout } from '../../trace/model';
import type { SearchGolds } from '../compare/golds';
import { queryForms } from '../evaluate/forms';

/** One query that a rollout searched for, and what came back then. */
export interface RecordedSearch {
  /** Id of the rollout. */
  readonly id: string;
  /** Index of the turn, from 0. */
  readonly turn: number;
  readonly query: string;
  /** In the order of their ranks. */
  readonly documents: readonly Document[];
}

/** Every query of every turn, in order. Queries without words are left out: there is nothing to search for. */
export function searchesOf({ id, turns }: Rollout): RecordedSearch[] {
  return turns.flatMap(({ queries, documents }, turn) =>
    queries.flatMap(({ text }, number) => {
      if (text.trim() === '') return [];
      const own = documents.filter(({ query }) => query === number).sort((a, b) => a.rank - b.rank);
      return [{ id, turn, query: text, documents: own }];
    }),
  );
}

/** Fields beside a rollout that hold more about its question. */
const HOLDERS = ['extra_info', 'metadata', 'info'];

/** What is known of a rollout's golds: titles of supporting documents, if the file names them, and the answers. */
export function searchGoldsOf(rollout: Rollout): SearchGolds {
  const { recorded } = rollout;
  const places = [recorded, ...HOLDERS.map((name) => objectIn(recorded[name]))];
  const titles = places.flatMap((place) => (place ? titlesIn(place) : []));
  return { titles: [...new Set(titles)], answers: evidenceOf(rollout).searchableGolds };
}

function titlesIn(place: JsonObject): readonly string[] {
  const facts = objectIn(place['supporting_facts']);
  // The datasets library turns [[title, sentence], …] into columns.
  const columns = facts?.['title'];
  if (Array.isArray(columns)) return columns.filter((title): title is string => typeof title === 'string');
  for (const form of queryForms) {
    const golds = form.golds(place);
    if (golds !== null && golds.length > 0) return golds;
  }
  return [];
}

function objectIn(value: unknown): JsonObject | null {
  return isObject(value) ? value : null;
}
