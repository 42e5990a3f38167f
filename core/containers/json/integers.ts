import { isObject, setMember, type JsonPath } from '../fields/values';
import { literalsAt, pathKey } from './positions';

/**
 * Puts in place of integers that a double cannot hold (ids of 17 digits and more) the digits as the record writes
 * them, as strings, in the members of a record and of the objects right below it. Other values stay what they are.
 */
export function withExactIntegers(value: unknown, text: string): unknown {
  if (!isObject(value)) return value;
  const paths = roundedIn(value);
  if (paths.length === 0) return value;
  const literals = literalsAt(text, paths);
  const exact: Record<string, unknown> = { ...value };
  for (const path of paths) {
    const literal = literals.get(pathKey(path));
    const digits = literal ? text.slice(literal.start, literal.end) : '';
    const [name = '', inner] = path;
    if (!/^-?\d+$/.test(digits)) continue;
    if (inner === undefined) setMember(exact, String(name), digits);
    else {
      const holder = { ...(exact[name] as Record<string, unknown>) };
      setMember(holder, String(inner), digits);
      setMember(exact, String(name), holder);
    }
  }
  return exact;
}

function roundedIn(value: Readonly<Record<string, unknown>>): JsonPath[] {
  const paths: JsonPath[] = [];
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (isRounded(member)) paths.push([key]);
    else if (isObject(member)) {
      for (const inner of Object.keys(member)) if (isRounded(member[inner])) paths.push([key, inner]);
    }
  }
  return paths;
}

function isRounded(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
}
