import type { Cursor } from './framing';
import { membersOfHead } from './head-members';

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
  for (const { key, at } of membersOfHead(head))
    if (head[at] === '[' && keys.includes(key)) return { first: cursorAt(head, at + 1), at: at + 1 };
  return null;
}

function cursorAt(head: string, at: number): Cursor {
  const before = head.slice(0, at);
  const line = before.split('\n').length - 1;
  const mark = head.startsWith('\uFEFF') ? 1 : 0;
  const character = at - (before.lastIndexOf('\n') + 1) - (line === 0 ? mark : 0);
  return { index: 0, byte: Buffer.byteLength(before, 'utf8'), line, character };
}
