import { endOfJsonString } from '../../json';
import type { Range } from '../model';

const QUOTE = 0x22;
const COLON = 0x3a;
const OPENERS = '[{';
const CLOSERS = ']}';

/**
 * The strings of a list in a JSON object (`{"documents": ["…", "…"]}`), as ranges of their contents in `text`; null
 * where there is no such list. Works on JSON that was cut off: the last string then ends with the text.
 */
export function stringsUnder(key: string, text: string): Range[] | null {
  let depth = 0;
  let name: Range | null = null;
  let found: Range[] | null = null;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const string = { start: at + 1, end: endOfJsonString(text, at + 1) };
      at = string.end;
      if (depth === 1) name = string;
      else if (depth === 2 && found) found.push(string);
    } else if (code === COLON && depth === 1 && name !== null && !found) {
      if (text.slice(name.start, name.end) === key) found = [];
    } else if (OPENERS.includes(text.charAt(at))) depth++;
    else if (CLOSERS.includes(text.charAt(at))) {
      depth--;
      if (depth === 1 && found) return found;
    }
  }
  return found;
}
