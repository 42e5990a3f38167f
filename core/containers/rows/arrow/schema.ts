import { BadFormat } from '../row-format';
import { Damaged } from './damaged';
import type { Table } from './flatbuffer';

/** Deepest nesting of types, and most fields in all, that a schema may have. */
const DEEPEST = 64;
const MOST_FIELDS = 100_000;

/** How the values of a column are stored; `wide` types have 64-bit offsets. */
export type Storage =
  | { readonly kind: 'null' | 'bool' | 'struct' | 'map' }
  | { readonly kind: 'int'; readonly bits: number; readonly signed: boolean }
  | { readonly kind: 'float' | 'date' | 'time' | 'duration'; readonly bits: number }
  | { readonly kind: 'timestamp'; readonly digits: number }
  | { readonly kind: 'decimal'; readonly bits: number; readonly scale: number }
  | { readonly kind: 'utf8' | 'binary' | 'list' | 'list-view'; readonly wide: boolean }
  | { readonly kind: 'utf8-view' | 'binary-view' }
  | { readonly kind: 'interval'; readonly unit: IntervalUnit }
  /** `ids` says which child a value's type stands for, by its place; null where it is the place itself. */
  | { readonly kind: 'union'; readonly dense: boolean; readonly ids: readonly number[] | null }
  | { readonly kind: 'run-ends' }
  | { readonly kind: 'fixed-binary' | 'fixed-list'; readonly size: number };

/** What an interval counts: months, days and milliseconds, or months, days and nanoseconds. */
export type IntervalUnit = 'months' | 'days' | 'all';

export interface Field {
  readonly name: string;
  readonly storage: Storage;
  readonly children: readonly Field[];
  /** Set where the column holds numbers of values that stand in dictionary batches. */
  readonly dictionary: { readonly id: bigint; readonly index: Storage } | null;
}

/** Reads the columns of a schema (Schema.fbs of Arrow's format). Fails with {@link Damaged} or {@link BadFormat}. */
export function fieldsOf(schema: Table): readonly Field[] {
  if (schema.int16(0) !== 0)
    throw new BadFormat(
      'it is an Arrow file of big-endian numbers, which is not read; write it again on a usual machine',
    );
  let left = MOST_FIELDS;
  const read = (table: Table, depth: number): Field => {
    if (--left < 0 || depth > DEEPEST) throw new Damaged('its schema has too many fields, or too deep ones');
    const children = named(table.tables(5, left).map((child) => read(child, depth + 1)));
    const name = table.string(0);
    const storage = storageOf(table.uint8(2), table.table(3), name);
    checkChildren(name, storage.kind, children);
    const encoding = table.table(4);
    const index = encoding?.table(1);
    return {
      name,
      storage,
      children,
      dictionary: encoding && { id: encoding.int64(0), index: index ? intOf(index) : INT32 },
    };
  };
  return named(schema.tables(1, left).map((table) => read(table, 1)));
}

const INT32: Storage = { kind: 'int', bits: 32, signed: true };

/** As pandas names columns: a second `query` is `query.1`. */
function named(fields: readonly Field[]): readonly Field[] {
  const seen = new Set<string>();
  const next = new Map<string, number>();
  return fields.map((field) => {
    let name = field.name;
    let number = next.get(name) ?? 1;
    for (; seen.has(name); number++) name = `${field.name}.${number}`;
    next.set(field.name, number);
    seen.add(name);
    return name === field.name ? field : { ...field, name };
  });
}

/** Parts of the types that are made of others; structs and unions have any number of them. */
const PARTS: Readonly<Partial<Record<Storage['kind'], number>>> = {
  map: 1,
  list: 1,
  'list-view': 1,
  'fixed-list': 1,
  'run-ends': 2,
};

function checkChildren(name: string, kind: Storage['kind'], children: readonly Field[]): void {
  const wanted = PARTS[kind] ?? 0;
  const pairs =
    kind !== 'map' || (children[0]?.storage.kind === 'struct' && children[0].children.length === 2);
  if ((kind !== 'struct' && kind !== 'union' && children.length !== wanted) || !pairs)
    throw new Damaged(`column \`${name}\` has the wrong number of parts`);
}

/** Digits of seconds of a time unit. */
function digitsOf(unit: number): number {
  if (unit < 0 || unit > 3) throw new Damaged(`its schema has a time unit ${unit}`);
  return 3 * unit;
}

function intOf(type: Table): Storage {
  const bits = type.int32(0);
  if (![8, 16, 32, 64].includes(bits)) throw new Damaged(`its schema has integers of ${bits} bits`);
  return { kind: 'int', bits, signed: type.uint8(1) !== 0 };
}

function timeOf(type: Table): Storage {
  const bits = type.int32(1, 32);
  if (bits !== 32 && bits !== 64) throw new Damaged(`its schema has times of ${bits} bits`);
  return { kind: 'time', bits };
}

function decimalOf(type: Table): Storage {
  const bits = type.int32(2, 128);
  const scale = type.int32(1);
  if (![32, 64, 128, 256].includes(bits) || Math.abs(scale) > 100)
    throw new Damaged(`its schema has decimals of ${bits} bits and scale ${scale}`);
  return { kind: 'decimal', bits, scale };
}

function sizeOf(size: number): number {
  if (size < 0) throw new Damaged(`its schema has values of ${size} parts`);
  return size;
}

/** The storage of a type by its number in the union `Type`. */
function storageOf(type: number, table: Table | null, name: string): Storage {
  if (!table) throw new Damaged(`column \`${name}\` has no type`);
  const read = STORAGES[type];
  if (read) return read(table);
  throw new BadFormat(
    `it is an Arrow file whose column \`${name}\` is of a type that is not known (${type}), and where the next one stands depends on it; write it without that column (\`table.drop_columns\`)`,
  );
}

/** A union of sparse children has all of their values for each row, one of dense children the place of one. */
function unionOf(type: Table): Storage {
  return { kind: 'union', dense: type.int16(0) === 1, ids: type.int32s(1) };
}

function intervalOf(type: Table): Storage {
  const unit = (['months', 'days', 'all'] as const)[type.int16(0)];
  if (!unit) throw new Damaged(`its schema has an interval of unit ${type.int16(0)}`);
  return { kind: 'interval', unit };
}

const STORAGES: Readonly<Record<number, (type: Table) => Storage>> = {
  1: () => ({ kind: 'null' }),
  2: intOf,
  3: (type) => ({ kind: 'float', bits: [16, 32, 64][type.int16(0)] ?? 64 }),
  4: () => ({ kind: 'binary', wide: false }),
  5: () => ({ kind: 'utf8', wide: false }),
  6: () => ({ kind: 'bool' }),
  7: decimalOf,
  8: (type) => ({ kind: 'date', bits: type.int16(0, 1) === 0 ? 32 : 64 }),
  9: timeOf,
  10: (type) => ({ kind: 'timestamp', digits: digitsOf(type.int16(0)) }),
  11: intervalOf,
  12: () => ({ kind: 'list', wide: false }),
  13: () => ({ kind: 'struct' }),
  14: unionOf,
  15: (type) => ({ kind: 'fixed-binary', size: sizeOf(type.int32(0)) }),
  16: (type) => ({ kind: 'fixed-list', size: sizeOf(type.int32(0)) }),
  17: () => ({ kind: 'map' }),
  18: () => ({ kind: 'duration', bits: 64 }),
  19: () => ({ kind: 'binary', wide: true }),
  20: () => ({ kind: 'utf8', wide: true }),
  21: () => ({ kind: 'list', wide: true }),
  22: () => ({ kind: 'run-ends' }),
  23: () => ({ kind: 'binary-view' }),
  24: () => ({ kind: 'utf8-view' }),
  25: () => ({ kind: 'list-view', wide: false }),
  26: () => ({ kind: 'list-view', wide: true }),
};
