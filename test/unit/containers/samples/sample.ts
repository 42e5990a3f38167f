import type { Buffer } from 'node:buffer';
import type { OpenOptions } from '../../../../core/rollouts/rollout-file';

/** A small file of one container, of as many units (what makes one rollout, one event, one passage) as are asked for. */
export interface Sample {
  /** The container that it is to be recognised as. */
  readonly id: string;
  /** How its units follow each other: `lines`, `array`, `map`, `csv`; for the title of its tests. */
  readonly form: string;
  readonly name: string;
  readonly options: OpenOptions;
  /** Rollouts that a unit makes. */
  readonly rollouts: number;
  /** Records of a file of so many units. */
  readonly records: (units: number) => number;
  readonly file: (units: number) => Buffer;
  /** All that may stand before, between and after records; null where records are made, and no bytes of the file. */
  readonly outside: RegExp | null;
  /** True where the file cannot hold other than its units: a fixture, or the one object of a file of settings. */
  readonly fixed?: boolean;
  /** True where a record is a JSON value with its own bytes, so that one can be broken without its neighbours. */
  readonly apart?: boolean;
}

/** A text of unit `index`: the example's words, with characters of two, three and four bytes, told from other units. */
export function varied(text: string, index: number): string {
  return text.replaceAll('Melka', `Melka é河😀 ${index}`);
}

/** The same done to every string of a JSON value; keys stay. */
export function variedValue(value: unknown, index: number): unknown {
  if (typeof value === 'string') return varied(value, index);
  if (Array.isArray(value)) return value.map((each) => variedValue(each, index));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, variedValue(each, index)]));
}

/** JSON as writers give it: every other unit with all but ASCII escaped, as Python's `json.dump` does by default. */
export function jsonOf(value: unknown, index: number): string {
  const json = JSON.stringify(value);
  return index % 2 === 0
    ? json
    : json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Units 0 to `count` - 1, each made by its number. */
export function unitsOf<T>(count: number, unit: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => unit(index));
}
