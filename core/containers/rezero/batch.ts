import { isObject, setMember, type JsonObject } from '../fields/values';

/** What of a batch's metadata is true of every row, and which lists were left out since it is not known of which. */
export interface OwnMetadata {
  readonly own: JsonObject;
  readonly left: readonly string[];
}

/** Deepest member that is looked into: `validation_results` holds lists. */
const DEPTH = 2;

/**
 * ReZero repeats the metadata of the whole batch in each of its rows; lists in it hold a value a row, and no row says
 * which one it is. A list of equal values says what every row's is.
 */
export function ownMetadata(metadata: JsonObject): OwnMetadata {
  const left: string[] = [];
  return { own: ownOf(metadata, '', DEPTH, left), left };
}

function ownOf(members: JsonObject, prefix: string, depth: number, left: string[]): JsonObject {
  const own: Record<string, unknown> = {};
  for (const key of Object.keys(members)) {
    const value = members[key];
    if (Array.isArray(value)) {
      if (value.length > 0 && allEqual(value)) setMember(own, key, value[0]);
      else if (value.length > 0) left.push(prefix + key);
    } else if (isObject(value) && depth > 0)
      setMember(own, key, ownOf(value, `${prefix}${key}.`, depth - 1, left));
    else setMember(own, key, value);
  }
  return own;
}

function allEqual(values: readonly unknown[]): boolean {
  const [first, ...others] = values.map((value) => JSON.stringify(value));
  return others.every((other) => other === first);
}
