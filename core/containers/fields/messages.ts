import { isObject, type JsonObject } from './values';
import type { Author } from '../../trace/model';

/** Roles by who wrote the message; `from`/`value` pairs (ShareGPT) use other words for the same. */
const AUTHORS: Readonly<Record<string, Author>> = {
  system: 'prompt',
  developer: 'prompt',
  user: 'prompt',
  human: 'prompt',
  assistant: 'policy',
  gpt: 'policy',
  model: 'policy',
  function_call: 'policy',
  tool_call: 'policy',
  tool: 'environment',
  function: 'environment',
  ipython: 'environment',
  observation: 'environment',
};

/** A chat message; `by` is its author as far as the role alone tells. */
export interface Message {
  readonly role: string;
  readonly by: Author;
  readonly content: unknown;
  /** Name of the member that holds the content. */
  readonly contentKey: string;
  readonly source: JsonObject;
}

/** Reads a value as a chat message; null where it is none. */
export function messageOf(value: unknown): Message | null {
  if (!isObject(value)) return null;
  const sharegpt = !('role' in value) && 'from' in value && 'value' in value;
  const role = sharegpt ? value['from'] : value['role'];
  if (typeof role !== 'string') return null;
  const contentKey = sharegpt ? 'value' : 'content';
  if (!(contentKey in value) && !('tool_calls' in value) && !('function_call' in value)) return null;
  const by = Object.hasOwn(AUTHORS, role.toLowerCase()) ? AUTHORS[role.toLowerCase()] : undefined;
  return { role, by: by ?? 'environment', content: value[contentKey], contentKey, source: value };
}

/** Reads a list as chat messages; null where one of its elements is none. */
export function messagesOf(value: unknown): Message[] | null {
  if (!Array.isArray(value)) return null;
  const messages: Message[] = [];
  for (const element of value) {
    const message = messageOf(element);
    if (!message) return null;
    messages.push(message);
  }
  return messages;
}
