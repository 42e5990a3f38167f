import { endOfJsonString } from '../../json';
import { Brackets } from '../json/brackets';

/** A member of an object in a file's head: its key, and how its value begins. */
interface HeadMember {
  readonly key: string;
  /** The first characters of the value, at most {@link BEGINNING}. */
  readonly begins: string;
}

/** Characters of a value that are kept. */
const BEGINNING = 16;

/** Most members that are looked at. */
const MOST = 100;

/** The members of the outermost object of a head, keys as they are written; empty where the head is no object. */
function membersOfHead(head: string): HeadMember[] {
  const members: HeadMember[] = [];
  const start = head.length - head.trimStart().length;
  if (head[start] !== '{') return members;
  const open = new Brackets();
  let key: string | null = null;
  for (let at = start; at < head.length && members.length < MOST; at++) {
    const character = head[at];
    if (character === '"') {
      const end = endOfJsonString(head, at + 1);
      if (open.depth === 1 && key === null) key = head.slice(at + 1, end);
      at = end;
    } else if (character === ':' && open.depth === 1 && key !== null) {
      members.push({
        key,
        begins: head
          .slice(at + 1, at + 1 + 4 * BEGINNING)
          .trimStart()
          .slice(0, BEGINNING),
      });
    } else if (character === ',' && open.depth === 1) key = null;
    else {
      open.pass(head.charCodeAt(at));
      if (open.depth === 0) return members;
    }
  }
  // The head ends inside the last value, which need not show yet what it is.
  if (key !== null && members.length < MOST) members.pop();
  return members;
}

/** A name of a field rather than a title. */
const FIELD = /^[a-z][a-z0-9_.]*$/;

/** The id of a question rather than a title: digits among letters and signs, without a blank (`2hop__1_2`, `5a8b57f2`). */
const ID = /^(?=[^\s]*\d)[\w.:-]+$/;

/**
 * Whether a head is one object, title → list of sentences: several members, all of them lists that begin with a string,
 * and most keys no names of fields (a table kept by columns has such names) or ids (golds are kept so).
 */
export function isKeyedBySentences(head: string, name: string): boolean {
  if (/\.(?:jsonl|ndjson)$/i.test(name)) return false;
  const members = membersOfHead(head);
  if (members.length < 2 || !members.every(({ begins }) => /^\[\s*"/.test(begins) || begins === '[]'))
    return false;
  return members.filter(({ key }) => FIELD.test(key) || ID.test(key)).length * 2 < members.length;
}

/** Whether a head is one object, query → what a web search returned. */
export function isKeyedByQuery(head: string, name: string): boolean {
  if (/\.(?:jsonl|ndjson)$/i.test(name)) return false;
  const members = membersOfHead(head);
  const pages = members.filter(({ begins }) => /^"Page \d+: /.test(begins)).length;
  return members.length > 1 && pages * 10 >= members.length * 9;
}
