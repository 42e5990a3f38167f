import { isObject, type JsonObject } from '../../json';
import type { RecipeProblem } from './model';

/** Reads the fields of one object of a recipe. What is wrong is noted, and a harmless value stands in for it. */
export class Fields {
  readonly #data: JsonObject;
  readonly #seen = new Set<string>();

  constructor(
    data: unknown,
    readonly at: string,
    private readonly problems: RecipeProblem[],
  ) {
    this.#data = isObject(data) ? data : {};
    if (!isObject(data)) this.note(null, 'must be a map of keys');
  }

  /** Notes a problem of a key, or of the object itself. */
  note(key: string | null, message: string): void {
    const at = key === null ? this.at : this.path(key);
    this.problems.push({ at: at === '' ? 'the recipe' : at, message });
  }

  path(key: string): string {
    return this.at === '' ? key : `${this.at}.${key}`;
  }

  has(key: string): boolean {
    return this.raw(key) !== undefined;
  }

  raw(key: string): unknown {
    this.#seen.add(key);
    return Object.hasOwn(this.#data, key) ? this.#data[key] : undefined;
  }

  text(key: string, fallback?: string): string {
    const value = this.raw(key);
    if (value === undefined && fallback !== undefined) return fallback;
    if (typeof value === 'string' && value !== '' && value.length <= 4000 && !value.includes('\0'))
      return value;
    this.note(key, value === undefined ? 'is missing' : 'must be a text');
    return fallback ?? '';
  }

  /** A text that may be empty. */
  value(key: string): string {
    return this.raw(key) === '' ? '' : this.text(key);
  }

  number(key: string): number | null {
    const value = this.raw(key);
    if (value === undefined || typeof value === 'number') return value ?? null;
    this.note(key, 'must be a number');
    return null;
  }

  whole(key: string, min: number, fallback?: number): number {
    const value = this.raw(key);
    if (value === undefined && fallback !== undefined) return fallback;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min) return value;
    this.note(key, `must be a whole number from ${min}`);
    return fallback ?? min;
  }

  flag(key: string, fallback: boolean): boolean {
    const value = this.raw(key) ?? fallback;
    if (typeof value === 'boolean') return value;
    this.note(key, 'must be true or false');
    return fallback;
  }

  choice<const T extends string>(key: string, choices: readonly T[], fallback?: T): T {
    const value = this.raw(key);
    if (value === undefined && fallback !== undefined) return fallback;
    const found = choices.find((choice) => choice === value);
    if (found === undefined) this.note(key, `must be one of ${choices.join(', ')}`);
    return found ?? fallback ?? (choices[0] as T);
  }

  texts(key: string, atLeast = 0): string[] {
    return this.list(key, atLeast).flatMap((each, index) => {
      if (typeof each === 'string' && each !== '' && !each.includes('\0')) return [each];
      this.note(`${key}[${index}]`, 'must be a text; numbers stand in quotes');
      return [];
    });
  }

  list(key: string, atLeast = 0): readonly unknown[] {
    const value = this.raw(key) ?? [];
    if (Array.isArray(value) && value.length >= atLeast) return value as readonly unknown[];
    this.note(key, atLeast > 0 ? `must be a list of at least ${atLeast}` : 'must be a list');
    return [];
  }

  object(key: string): Fields {
    return new Fields(this.raw(key) ?? {}, this.path(key), this.problems);
  }

  objects(key: string, atLeast = 0): Fields[] {
    return this.list(key, atLeast).map(
      (each, index) => new Fields(each, this.path(`${key}[${index}]`), this.problems),
    );
  }

  /** The named objects of a map. Names are identifiers. */
  named(key: string): [string, Fields][] {
    const map = this.object(key);
    return map.keys().map((name) => {
      if (!/^[a-z][a-z0-9_]{0,39}$/i.test(name)) map.note(name, 'is no name: letters, digits and _');
      return [name, new Fields(map.raw(name), map.path(name), this.problems)];
    });
  }

  keys(): string[] {
    return Object.keys(this.#data);
  }

  /** A value read by a function that returns null for what it cannot read. */
  parsed<T>(key: string, read: (value: unknown) => T | null, wanted: string): T | null {
    const value = this.raw(key);
    if (value === undefined) return null;
    const result = read(value);
    if (result === null) this.note(key, `must be ${wanted}`);
    return result;
  }

  /** Notes every key that nothing asked for. */
  end(): void {
    for (const key of this.keys()) if (!this.#seen.has(key)) this.note(key, 'is no key of a recipe here');
  }
}
