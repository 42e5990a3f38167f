import { isObject, jsonOrUndefined } from '../json';
import type { Range } from '../trace/model';

/** A JSON object that stands in a text. */
export interface FoundObject extends Range {
  readonly value: Readonly<Record<string, unknown>>;
}

/** What a pair of braces encloses. */
interface Braces extends Range {
  readonly within: readonly Braces[];
}

/** Pairs of braces that are parsed at most: each costs its length. */
const MOST_TRIES = 100;

/**
 * The JSON objects in a text, found as AutoDidact finds them (`rl_helpers.py`): braces are matched by counting, with
 * no regard to quotes, and what they enclose is parsed; objects within one are not reported, those within braces that
 * are no JSON are.
 */
export function objectsIn(text: string): readonly FoundObject[] {
  const found: FoundObject[] = [];
  const waiting = [...pairsIn(text)].reverse();
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const pair = waiting.pop();
    if (pair === undefined) break;
    const { start, end, within } = pair;
    const value = jsonOrUndefined(text.slice(start, end));
    if (isObject(value)) found.push({ start, end, value });
    else for (const inner of [...within].reverse()) waiting.push(inner);
  }
  return found;
}

/** The outermost pairs of braces, in order; a brace without its counterpart is passed over. */
function pairsIn(text: string): readonly Braces[] {
  const open: { readonly start: number; readonly within: Braces[] }[] = [];
  const outermost: Braces[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{') open.push({ start: at, within: [] });
    if (character !== '}') continue;
    const last = open.pop();
    if (last) (open.at(-1)?.within ?? outermost).push({ ...last, end: at + 1 });
  }
  return [...open.flatMap(({ within }) => within), ...outermost].sort(
    (left, right) => left.start - right.start,
  );
}
