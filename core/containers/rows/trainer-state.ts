import type { Cursor } from '../framing/framing';
import { spansInList } from '../framing/json';
import { isObject } from '../fields/values';
import { parseTolerant } from '../json/tolerant';
import { BadFormat, type RowFormat } from './row-format';

/** Lists in which trainers keep what they logged: `trainer_state.json`, and the reference runs of TRL's tests. */
const LISTS = ['log_history', 'steps'];

/** The steps that a trainer logged, each element of the list a record where it stands in the file. */
export const trainerState: RowFormat = {
  id: 'trainer-state',
  recognise(head) {
    const text = head.toString('utf8');
    const at = listAt(text);
    return at !== null && isLogged(text, at);
  },
  framing(_source, head) {
    const text = head.toString('utf8');
    const at = listAt(text);
    if (at === null)
      return Promise.reject(new BadFormat('no list of logged steps stands in its first 256 KB'));
    const first = cursorAt(text, at);
    return Promise.resolve({
      id: 'rows',
      format: 'trainer-state',
      spans: (from, options) => spansInList(from, first, options),
    });
  },
};

/** Offset after the bracket of such a list, right below the outermost object; null where there is none. */
function listAt(text: string): number | null {
  if (!/^\uFEFF?\s{0,64}\{/.test(text) || !LISTS.some((name) => text.includes(`"${name}"`))) return null;
  let depth = 0;
  let key = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = stringEnd(text, at);
      if (depth === 1) key = text.slice(at + 1, end);
      at = end;
    } else if (character === '[' && depth === 1 && LISTS.includes(key)) return at + 1;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
  }
  return null;
}

/** Offset of the quote that ends the string begun at `open`, or of the text's end. */
function stringEnd(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** Whether the first element is an object of a step and other numbers: lists of an agent's steps hold words. */
function isLogged(text: string, from: number): boolean {
  const open = text.indexOf('{', from);
  const close = text.indexOf('}', from);
  if (open < 0 || close < open || text.slice(from, open).trim() !== '') return false;
  const parsed = parseTolerant(text.slice(open, close + 1));
  if (!parsed.ok || !isObject(parsed.value)) return false;
  const values = Object.values(parsed.value);
  return (
    Object.hasOwn(parsed.value, 'step') &&
    values.length > 1 &&
    values.every((value) => value === null || typeof value === 'number')
  );
}

function cursorAt(text: string, at: number): Cursor {
  const before = text.slice(0, at);
  const line = before.split('\n').length - 1;
  const mark = text.startsWith('\uFEFF') ? 1 : 0;
  const character = at - (before.lastIndexOf('\n') + 1) - (line === 0 ? mark : 0);
  return { index: 0, byte: Buffer.byteLength(before, 'utf8'), line, character };
}
