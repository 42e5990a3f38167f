import { isObject, jsonOrUndefined } from '../../json';
import type { Query, Range } from '../model';

const OPEN = 0x7b;
const CLOSE = 0x7d;

/** A JSON object in a message, and what it asks for. */
export interface Call extends Range {
  /** Null where the object has no `function.parameters`: the system then fails on it. */
  readonly query: Query | null;
}

/**
 * The JSON objects in `[start, end)` as AutoDidact finds them (`rl_helpers.py`): from each `{` on braces are counted,
 * quotes ignored, and what lies between is an object when it parses; objects inside are not looked for, and braces that
 * do not balance end the search. Linear: what was looked at once is not looked at again.
 */
export function callsIn(text: string, start: number, end: number): Call[] {
  const calls: Call[] = [];
  // Cut out, so that the search for the next brace ends with the message.
  const said = text.slice(start, end);
  for (let from = said.indexOf('{'); from >= 0;) {
    const at = start + from;
    const stop = balanced(text, at, end);
    if (stop === null) break;
    const value = jsonOrUndefined(text.slice(at, stop));
    if (isObject(value))
      calls.push({ start: at, end: stop, query: queryIn(value, text, { start: at, end: stop }) });
    from = said.indexOf('{', stop - start);
  }
  return calls;
}

function balanced(text: string, start: number, end: number): number | null {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === OPEN) depth++;
    else if (code === CLOSE && --depth === 0) return at + 1;
  }
  return null;
}

/** `function.parameters.query`, with its own place where it is written without escapes. */
function queryIn(call: Record<string, unknown>, text: string, range: Range): Query | null {
  const called = call['function'];
  const parameters = isObject(called) ? called['parameters'] : undefined;
  if (!isObject(parameters) || !('query' in parameters)) return null;
  const value = parameters['query'];
  const asked = (typeof value === 'string' ? value : JSON.stringify(value)).trim();
  const written = text.slice(range.start, range.end);
  const key = written.lastIndexOf('"query"');
  const at = key < 0 || asked === '' ? -1 : written.indexOf(asked, key + '"query"'.length);
  const place = at < 0 ? range : { start: range.start + at, end: range.start + at + asked.length };
  return { text: asked, mode: null, ...place };
}
