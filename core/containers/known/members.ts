import { membersOfHead } from '../framing/head-members';

/** Characters of a value that are looked at, and most members. */
const BEGINNING = 16;
const MOST = 100;

/** Keys of the first members of a head's outermost object, and how their values begin. */
function beginnings(head: string): { readonly key: string; readonly begins: string }[] {
  const members: { key: string; begins: string }[] = [];
  for (const { key, at } of membersOfHead(head)) {
    members.push({ key, begins: head.slice(at, at + BEGINNING) });
    if (members.length >= MOST) break;
  }
  // A head that ends inside the last value need not show yet what it is.
  const last = members.at(-1);
  if (last && last.begins.length < BEGINNING && !head.trimEnd().endsWith('}')) members.pop();
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
  const members = beginnings(head);
  if (members.length < 2 || !members.every(({ begins }) => /^\[\s*"/.test(begins) || begins === '[]'))
    return false;
  return members.filter(({ key }) => FIELD.test(key) || ID.test(key)).length * 2 < members.length;
}

/** Whether a head is one object, query → what a web search returned. */
export function isKeyedByQuery(head: string, name: string): boolean {
  if (/\.(?:jsonl|ndjson)$/i.test(name)) return false;
  const members = beginnings(head);
  const pages = members.filter(({ begins }) => /^"Page \d+: /.test(begins)).length;
  return members.length > 1 && pages * 10 >= members.length * 9;
}
