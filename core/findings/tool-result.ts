import type { Turn } from '../trace/model';

/** How arguments look that hold no query: JSON, or code in a fence. */
const ARGUMENTS = /^\s*(?:\{|\[\s*[[{"\d]|```)/;

/** A line of code below another line: a call, an assignment, a statement's end. */
const CODE = /\n[^\n]*[=(;]/;

/** Whether the text of a query is in truth the arguments of a tool that does not search: JSON, or code. */
export function isArguments(query: string): boolean {
  return ARGUMENTS.test(query) || CODE.test(query);
}

/**
 * Whether a turn brought documents of a search. Untitled ones for a call without a query are what a tool returned that
 * does not search.
 */
export function broughtDocuments({ queries, documents }: Turn): boolean {
  if (documents.some(({ title }) => title !== null)) return true;
  const asked = new Set(documents.map(({ query }) => query));
  return Array.from(asked).some((index) => !isArguments(queries[index]?.text ?? ''));
}
