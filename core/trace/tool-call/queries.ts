import { isObject, jsonOrUndefined } from '../../json';
import type { Query } from '../model';

/** Argument names under which tools take their queries, most specific first. */
const QUERY_KEYS = ['query_list', 'queries', 'query', 'q', 'search_query', 'keyword', 'title'] as const;

/**
 * The queries of one tool call: the strings under the first known argument name, else the arguments as JSON. A call
 * that is no JSON is its own query, so that nothing is lost. The range is that of the call's body.
 */
export function queriesOf(body: string, start: number): Query[] {
  const range = { start, end: start + body.length };
  return textsOf(body).map((text) => ({ ...range, text, mode: null }));
}

function textsOf(body: string): string[] {
  const call = jsonOrUndefined(body);
  if (!isObject(call)) return [body];
  const given =
    typeof call['arguments'] === 'string' ? jsonOrUndefined(call['arguments']) : call['arguments'];
  if (!isObject(given)) return [typeof given === 'string' ? given : body];
  for (const key of QUERY_KEYS) {
    const value = given[key];
    if (typeof value === 'string') return [value];
    if (Array.isArray(value)) return value.filter((item): item is string => typeof item === 'string');
  }
  return [JSON.stringify(given)];
}
