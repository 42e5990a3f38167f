import { endOfJsonString } from '../../json';
import { Brackets } from '../json/brackets';

/** A member of the outermost object of a head. */
export interface HeadMember {
  /** As it is written, escapes and all. */
  readonly key: string;
  /** Offset in the head of the first character of the value. */
  readonly at: number;
}

/**
 * The members of the outermost object of a head, as far as the head shows where their values begin; none where the head is
 * no object. A byte order mark may stand before it. Linear in what is asked for.
 */
export function* membersOfHead(head: string): Generator<HeadMember> {
  const start = head.length - head.trimStart().length;
  if (head[start] !== '{') return;
  const open = new Brackets();
  let key: string | null = null;
  let colon = false;
  for (let at = start; at < head.length; at++) {
    const character = head[at] ?? '';
    if (open.depth === 1 && key !== null && colon && character.trim() !== '') {
      yield { key, at };
      key = null;
      colon = false;
    }
    if (character === '"') {
      const end = endOfJsonString(head, at + 1);
      // A string that is a value is taken for a key up to the comma behind it.
      if (open.depth === 1) key = head.slice(at + 1, end);
      at = end;
    } else if (character === ':' && open.depth === 1) colon = key !== null;
    else if (character === ',' && open.depth === 1) {
      key = null;
      colon = false;
    } else {
      open.pass(head.charCodeAt(at));
      if (open.depth === 0) return;
    }
  }
}
