import { jsonOrUndefined } from '../../json';
import { messagesOf } from './messages';

/** What opens and closes a fence of Markdown around a whole text. */
const FENCE = '```';

/**
 * A text that somebody copied, as a file would hold it: without a fence around it; a JSON string as what it says; a
 * bare list of chat messages as one record. Other texts stay as they are.
 */
export function copiedText(text: string): string {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  const inside = unfenced(trimmed);
  const [first] = inside;
  if (first !== '[' && first !== '"') return inside;
  const value = jsonOrUndefined(inside);
  if (typeof value === 'string') return value;
  return messagesOf(value)?.some(({ by }) => by === 'policy') ? `{"messages": ${inside}}` : inside;
}

function unfenced(text: string): string {
  const line = text.startsWith(FENCE) ? text.indexOf('\n') : -1;
  const end = text.length - FENCE.length;
  return line >= 0 && end > line && text.endsWith(FENCE) ? text.slice(line + 1, end).trim() : text;
}
