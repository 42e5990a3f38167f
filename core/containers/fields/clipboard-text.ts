import { jsonOrUndefined } from '../../json';
import { messagesOf } from './messages';

/** A fence of Markdown around a whole text. */
const FENCE = /^```[^\n]*\n([^]*?)\n?```$/;

/**
 * A text that somebody copied, as a file would hold it: without a fence around it; a JSON string as what it says; a
 * bare list of chat messages as one record. Other texts stay as they are.
 */
export function copiedText(text: string): string {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  const inside = trimmed.startsWith('```') ? (FENCE.exec(trimmed)?.[1] ?? trimmed) : trimmed;
  const [first] = inside;
  if (first !== '[' && first !== '"') return inside;
  const value = jsonOrUndefined(inside);
  if (typeof value === 'string') return value;
  return messagesOf(value)?.some(({ by }) => by === 'policy') ? `{"messages": ${inside}}` : inside;
}
