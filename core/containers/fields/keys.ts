import type { FileSample } from '../container';
import type { Evidence } from '../../trace/dialect';
import { isObject, type JsonObject } from './values';

/** Most keys that evidence names. */
const NAMED = 5;

/**
 * Evidence that the records of a file have the keys of a known kind: `weight`, less where only some have them; null
 * where fewer than half have. `fits` looks closer at a record that has all `keys`.
 */
export function evidenceOfKeys(
  { records }: FileSample,
  keys: readonly string[],
  weight: number,
  fits: (record: JsonObject) => boolean = () => true,
): Evidence | null {
  const fitting = records.filter(
    ({ value }) => isObject(value) && keys.every((key) => Object.hasOwn(value, key)) && fits(value),
  ).length;
  if (fitting === 0 || fitting * 2 < records.length) return null;
  const named = keys.slice(0, NAMED).map((key) => `\`${key}\``);
  const because = `${named.join(', ')} in ${fitting} of the first ${records.length} ${records.length === 1 ? 'record' : 'records'}`;
  return { weight: (weight * fitting) / records.length, because };
}
