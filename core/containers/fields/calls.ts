import { jsonOrUndefined } from '../../json';
import { isObject, setMember, type JsonObject } from './values';

/** A tool call as it is shown, and what the file calls it. */
export interface Call {
  /** `{"name": …, "arguments": …}`; a call that is not readable as it stands in the file. */
  readonly text: string;
  readonly id: string | undefined;
}

/**
 * Reads a call in any form that chat messages hold: OpenAI's `{id, function: {name, arguments}}`, flat
 * `{id, name, arguments}` (verifiers), Anthropic's `{id, name, input}`; the whole of it, its arguments, or both as
 * strings of JSON.
 */
export function callOf(call: unknown): Call {
  const value = typeof call === 'string' ? jsonOrUndefined(call) : call;
  const target = isObject(value) && isObject(value['function']) ? value['function'] : value;
  const id = isObject(value) ? idIn(value) : undefined;
  if (!isObject(target) || typeof target['name'] !== 'string')
    return { text: typeof call === 'string' ? call : JSON.stringify(call), id };
  const written = target['arguments'] ?? target['input'];
  const args = typeof written === 'string' ? jsonOrUndefined(written) : written;
  return { text: JSON.stringify({ name: target['name'], arguments: args ?? written ?? {} }), id };
}

/** Id of the call that a message answers: OpenAI's `tool_call_id`, Anthropic's `tool_use_id`. */
export function answeredIn(message: JsonObject): string | undefined {
  const id = message['tool_call_id'] ?? message['tool_use_id'];
  return typeof id === 'string' ? id : undefined;
}

function idIn(call: JsonObject): string | undefined {
  const id = call['id'] ?? call['call_id'];
  return typeof id === 'string' ? id : undefined;
}

/** Members of a message that are its text, its author or its calls, which the own text shows. */
const SHOWN: ReadonlySet<string> = new Set([
  'role',
  'content',
  'from',
  'value',
  'tool_calls',
  'function_call',
  'tool_call_id',
  'reasoning_content',
]);

/**
 * What messages hold beside their text (times, tokens, log-probabilities, masks), one object for each message that
 * holds any: `{message: 3, …}` with the message's number and its members as the file names them.
 */
export function extrasOf(messages: unknown): Record<string, unknown>[] {
  if (!Array.isArray(messages)) return [];
  return messages.flatMap((message: unknown, at) => {
    if (!isObject(message)) return [];
    const extras: Record<string, unknown> = { message: at };
    for (const key of Object.keys(message))
      if (!SHOWN.has(key) && message[key] !== null) setMember(extras, key, message[key]);
    return Object.keys(extras).length > 1 ? [extras] : [];
  });
}
