import type { Query, Range } from '../model';
import { plainValue, readLiteral, type Literal } from './literal';
import { viewOf, viewOfString, type View } from './view';

/** Argument names under which tools take their queries, most specific first. */
const QUERY_KEYS = ['query_list', 'queries', 'query', 'q', 'search_query', 'keyword', 'title'] as const;

/** Names under which a page to be read is asked for, where reading a page is a search. */
const PAGE_KEYS = ['url', 'urls'] as const;

/** Members that hold a call's arguments. */
const ARGUMENTS = ['arguments', 'parameters', 'args', 'input', 'action_input'] as const;

/** Members that hold a call's name; `function` may hold the whole call. */
const NAMES = ['name', 'function', 'tool', 'tool_name', 'action'] as const;

const FENCE = '```';

/** What of a call counts as a query. */
export interface QueryReading {
  /** Whether the addresses that a page reader is given are queries (WebDancer's `visit`). */
  readonly pages: boolean;
}

/**
 * The queries of a call's body: one call in JSON, several one after the other, a list of calls, in a code fence or
 * not; whole or cut off. Of each call the strings under the first known argument name count, else its arguments as
 * JSON. A body that is no call is its own query, so that nothing is lost.
 */
export function queriesOf(text: string, range: Range, reading: QueryReading): Query[] {
  const view = viewOf(text, unfenced(text, range));
  const calls = callsIn(view);
  if (calls.length === 0) return [queryAt(view, view.text, 0, view.text.length)];
  return calls.flatMap((call) => queriesIn(view, call, reading));
}

/** Whether a text is nothing but calls: `{"name": …, "arguments": …}`, one or several. */
export function isCalls(text: string): boolean {
  const view = viewOf(text, { start: 0, end: text.length });
  return /^[[{]/.test(view.text) && callsIn(view).length > 0;
}

/** A call in a result that repeats it before its answer (ReCall); `end` is where the call ends. */
export function echoedCall(text: string, from: number, end: number): { readonly end: number } | null {
  const read = text.charAt(from) === '{' ? readLiteral(text, from, end) : null;
  return read?.whole && isCall(read.value) ? { end: read.value.end } : null;
}

type ObjectLiteral = Literal & { readonly kind: 'object' };

/** Every call in a body, in order; empty where it holds something else. */
function callsIn({ text }: View): ObjectLiteral[] {
  const calls: ObjectLiteral[] = [];
  for (let at = 0; at < text.length;) {
    const read = readLiteral(text, at, text.length);
    if (!read || read.value.kind === 'scalar' || read.value.kind === 'text') break;
    const found = read.value.kind === 'list' ? read.value.items : [read.value];
    const fitting = found.filter(isCall);
    if (fitting.length === 0) break;
    for (const call of fitting) calls.push(call);
    at = read.value.end;
    while (at < text.length && /[\s,;]/.test(text.charAt(at))) at++;
  }
  return calls;
}

function isCall(value: Literal): value is ObjectLiteral {
  if (value.kind !== 'object') return false;
  const { members } = value;
  const target = members.get('function');
  if (target?.kind === 'object') return target.members.has('name');
  const named = NAMES.some((name) => members.get(name)?.kind === 'text');
  return named && (ARGUMENTS.some((name) => members.has(name)) || members.has('name'));
}

function queriesIn(view: View, call: ObjectLiteral, reading: QueryReading): Query[] {
  const target = call.members.get('function');
  const { members } = target?.kind === 'object' ? target : call;
  const given = members.get(ARGUMENTS.find((name) => members.has(name)) ?? '');
  if (!given) return [queryAt(view, view.text.slice(call.start, call.end), call.start, call.end)];
  if (given.kind !== 'text') return argumentQueries(view, given, reading);
  // Arguments as a string of JSON: positions in it are those of its characters in the call.
  const inner = viewOfString(view, given);
  const read = /^[[{]/.test(inner.text) ? readLiteral(inner.text, 0, inner.text.length) : null;
  return read
    ? argumentQueries(inner, read.value, reading)
    : [queryAt(inner, inner.text, 0, inner.text.length)];
}

function argumentQueries(view: View, given: Literal, { pages }: QueryReading): Query[] {
  const keys: readonly string[] = pages ? [...QUERY_KEYS, ...PAGE_KEYS] : QUERY_KEYS;
  if (given.kind === 'object') {
    for (const key of keys) {
      const value = given.members.get(key);
      if (value?.kind === 'text') return [queryOfText(view, value)];
      if (value?.kind === 'list') return value.items.flatMap((item) => queriesOfItem(view, item));
    }
  }
  if (given.kind === 'list' && given.items.length > 0 && given.items.every(({ kind }) => kind === 'text'))
    return given.items.flatMap((item) => queriesOfItem(view, item));
  return [queryAt(view, JSON.stringify(plainValue(given)), given.start, given.end)];
}

function queriesOfItem(view: View, item: Literal): Query[] {
  if (item.kind === 'text') return [queryOfText(view, item)];
  // Some tools take a list of objects with a query each.
  const query = item.kind === 'object' ? item.members.get('query') : undefined;
  return query?.kind === 'text' ? [queryOfText(view, query)] : [];
}

/** A string as a query: its range is what stands between the quotes, blanks left out. */
function queryOfText(view: View, literal: Literal & { readonly kind: 'text' }): Query {
  const inner = viewOfString(view, literal);
  return queryAt(inner, inner.text, 0, inner.text.length);
}

function queryAt(view: View, text: string, start: number, end: number): Query {
  const from = view.at(start);
  return { text, mode: null, start: from, end: Math.max(from, view.at(end)) };
}

/** What stands in a code fence that a body consists of. */
function unfenced(text: string, range: Range): Range {
  const view = viewOf(text, range);
  const body = view.text;
  if (!body.startsWith(FENCE)) return range;
  const line = body.indexOf('\n');
  const from = line < 0 ? FENCE.length : line + 1;
  const to =
    body.endsWith(FENCE) && body.length - FENCE.length >= from ? body.length - FENCE.length : body.length;
  return { start: view.at(from), end: view.at(to) };
}
