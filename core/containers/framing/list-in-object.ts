import { endOfJsonString } from '../../json';
import { Brackets } from '../json/brackets';
import type { Cursor } from './framing';

/** A list right below the outermost object of a file. */
export interface ListInObject {
  /** Where the list's first element, or the blanks before it, stands in the file. */
  readonly first: Cursor;
  /** Offset of the same in the head. */
  readonly at: number;
}

/**
 * The first list right below the outermost object of a head under one of some keys; null where there is none. The head
 * still has the file's byte order mark, if there is one. Linear in its length.
 */
export function listInObject(head: string, keys: readonly string[]): ListInObject | null {
  if (!/^\uFEFF?\s{0,64}\{/.test(head)) return null;
  const open = new Brackets();
  let key = '';
  for (let at = 0; at < head.length; at++) {
    const character = head[at];
    if (character === '"') {
      const end = endOfJsonString(head, at + 1);
      if (open.depth === 1) key = head.slice(at + 1, end);
      at = end;
    } else if (character === '[' && open.depth === 1 && keys.includes(key)) {
      return { first: cursorAt(head, at + 1), at: at + 1 };
    } else open.pass(head.charCodeAt(at));
  }
  return null;
}

function cursorAt(head: string, at: number): Cursor {
  const before = head.slice(0, at);
  const line = before.split('\n').length - 1;
  const mark = head.startsWith('\uFEFF') ? 1 : 0;
  const character = at - (before.lastIndexOf('\n') + 1) - (line === 0 ? mark : 0);
  return { index: 0, byte: Buffer.byteLength(before, 'utf8'), line, character };
}
