import { isObject, jsonOrUndefined } from '../json';
import type { Range, Turn } from '../trace/model';

const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';

/** One call between its tags. */
export interface Call extends Range {
  readonly body: string;
}

/** The calls of a turn that stand in tags, in order. */
export function callsOf(text: string, { searches }: Turn): readonly Call[] {
  return searches.flatMap(({ start, end }) => {
    if (!text.startsWith(OPEN, start)) return [];
    const inside = text.slice(start + OPEN.length, end);
    return [{ start, end, body: (inside.endsWith(CLOSE) ? inside.slice(0, -CLOSE.length) : inside).trim() }];
  });
}

/** Other names under which models give the arguments of a call. */
const ARGUMENTS = ['args', 'parameters', 'params', 'input', 'kwargs'] as const;

/** What is wrong with a call as trainers parse it (`name` and `arguments`, as JSON), or null. */
export function faultOf(body: string): string | null {
  const call = jsonOrUndefined(body);
  if (call === undefined) return body === '' ? 'the call is empty' : 'the call is no JSON';
  if (!isObject(call)) return 'the call is JSON, but no object';
  if (typeof call['name'] !== 'string') return 'the call has no `name`';
  if (!Object.hasOwn(call, 'arguments')) {
    const other = ARGUMENTS.find((name) => Object.hasOwn(call, name));
    return other === undefined
      ? 'the call has no `arguments`'
      : `the call gives its arguments as \`${other}\`, not \`arguments\``;
  }
  const given = argumentsOf(call['arguments']);
  return given === null ? 'the `arguments` of the call are no object' : listFaultOf(given);
}

function argumentsOf(given: unknown): Readonly<Record<string, unknown>> | null {
  const value = typeof given === 'string' ? jsonOrUndefined(given) : given;
  return isObject(value) ? value : null;
}

/** verl's search tool wants a list that is not empty. */
function listFaultOf(given: Readonly<Record<string, unknown>>): string | null {
  if (!Object.hasOwn(given, 'query_list')) return null;
  const list = given['query_list'];
  if (!Array.isArray(list)) return '`query_list` is no list';
  return list.length === 0 ? '`query_list` is empty' : null;
}
