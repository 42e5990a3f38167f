import type { Body } from './body';
import { bitOf, listOf, withNulls, type Column, type Meter } from './column';
import { Damaged } from './damaged';
import { fixedWidth } from './numbers';
import { integers, offsetsOf } from './offsets';
import type { Field } from './schema';
import { stringsOf, viewsOf } from './strings';

/** What columns are made from beside the body: the values of dictionaries, and the count of what a row takes. */
export interface Making {
  readonly meter: Meter;
  readonly dictionary: (field: Field, id: bigint) => Column;
}

/** Takes the parts of a column, and of those in it, from a body, in the order of the format's specification. */
export function columnOf(field: Field, body: Body, making: Making): Column {
  if (!field.dictionary) return valuesOf(field, body, making);
  const { id, index } = field.dictionary;
  const numbers = valuesOf({ ...field, storage: index, children: [] }, body, making);
  const values = making.dictionary(field, id);
  return {
    length: numbers.length,
    at(row) {
      const number = numbers.at(row);
      if (number === null) return null;
      const place = Number(number);
      if (!(place >= 0 && place < values.length))
        throw new Damaged(`column \`${field.name}\` has value ${place} of a dictionary of ${values.length}`);
      return values.at(place);
    },
  };
}

/** The column of a field, as if it had no dictionary: what dictionary batches hold. */
export function valuesOf(field: Field, body: Body, making: Making): Column {
  const { storage } = field;
  if (storage.kind === 'null') return { length: body.bareLength(), at: () => null };
  // Neither has a bitmap of its own: what is missing is missing in their parts.
  if (storage.kind === 'union') return unionOf(field, storage, body, making);
  if (storage.kind === 'run-ends') return runsOf(field, body, making);
  const length = body.length();
  const validity = body.buffer();
  return withNulls(storedOf(field, length, body, making), validity);
}

function storedOf(field: Field, length: number, body: Body, making: Making): Column {
  const { storage } = field;
  const fixed = fixedWidth(storage);
  if (fixed) {
    const view = body.buffer(length * fixed.width);
    return { length, at: (index) => fixed.read(view, index) };
  }
  switch (storage.kind) {
    case 'bool': {
      const bits = body.buffer(Math.ceil(length / 8));
      return { length, at: (index) => bitOf(bits, index) };
    }
    case 'utf8':
    case 'binary':
      return stringsOf(body, length, storage.kind === 'utf8', storage.wide, making.meter);
    case 'utf8-view':
    case 'binary-view':
      return viewsOf(body, length, storage.kind === 'utf8-view', making.meter);
    case 'fixed-binary': {
      const { size } = storage;
      const { buffer, byteOffset } = body.buffer(length * size);
      return { length, at: (index) => new Uint8Array(buffer, byteOffset + index * size, size) };
    }
    case 'list':
    case 'list-view':
    case 'map':
      return listsOf(field, length, body, making);
    case 'fixed-list': {
      const { size } = storage;
      const values = columnOf(onlyChild(field), body, making);
      return { length, at: (index) => listOf(values, index * size, (index + 1) * size, making.meter) };
    }
    case 'struct':
      return structOf(field, length, body, making);
    case 'null':
    case 'int':
    case 'float':
    case 'date':
    case 'time':
    case 'timestamp':
    case 'duration':
    case 'decimal':
    case 'interval':
    case 'union':
    case 'run-ends':
      throw new Damaged(`column \`${field.name}\` is of no known type`);
  }
}

function onlyChild({ name, children: [child] }: Field): Field {
  if (!child) throw new Damaged(`column \`${name}\` has no values`);
  return child;
}

function listsOf(field: Field, length: number, body: Body, making: Making): Column {
  const { storage } = field;
  const { meter } = making;
  const wide = 'wide' in storage && storage.wide;
  const width = wide ? 8 : 4;
  if (storage.kind === 'list-view') {
    const starts = integers(body.buffer(length * width), wide);
    const sizes = integers(body.buffer(length * width), wide);
    const values = columnOf(onlyChild(field), body, making);
    return { length, at: (index) => listOf(values, starts(index), starts(index) + sizes(index), meter) };
  }
  const view = body.buffer(length === 0 ? 0 : (length + 1) * width);
  const offset = offsetsOf(view, length === 0 ? 0 : length + 1, wide);
  const values = columnOf(onlyChild(field), body, making);
  const list = (index: number): unknown[] => listOf(values, offset(index), offset(index + 1), meter);
  return { length, at: storage.kind === 'map' ? (index) => objectOf(list(index), field) : list };
}

/** A map as an object; its entries are structs of key and value, whatever these are called. */
function objectOf(entries: readonly unknown[], field: Field): unknown {
  const [key = '', value = ''] = onlyChild(field).children.map(({ name }) => name);
  return Object.fromEntries(
    entries.map((entry) => {
      const pair = (entry ?? {}) as Readonly<Record<string, unknown>>;
      return [String(pair[key]), pair[value]];
    }),
  );
}

function structOf({ name, children }: Field, length: number, body: Body, making: Making): Column {
  const columns = children.map((child) => [child.name, columnOf(child, body, making)] as const);
  const short = columns.find(([, column]) => column.length < length);
  if (short) throw new Damaged(`\`${short[0]}\` of column \`${name}\` is shorter than the column`);
  const { meter } = making;
  return {
    length,
    at: (index) =>
      Object.fromEntries(
        columns.map(([key, column]) => {
          meter.spend(key.length);
          return [key, column.at(index)];
        }),
      ),
  };
}

/** Each value is one of a part that a byte names, at its own place or at the one that an offset says. */
function unionOf(
  field: Field,
  { dense, ids }: { readonly dense: boolean; readonly ids: readonly number[] | null },
  body: Body,
  making: Making,
): Column {
  const length = body.length();
  const types = body.buffer(length);
  const offsets = dense ? body.buffer(4 * length) : null;
  const parts = field.children.map((child) => columnOf(child, body, making));
  return {
    length,
    at(index) {
      const type = types.getInt8(index);
      const part = parts[ids ? ids.indexOf(type) : type];
      const place = offsets ? offsets.getInt32(4 * index, true) : index;
      if (!part || place < 0 || place >= part.length)
        throw new Damaged(`column \`${field.name}\` has a value that is none of its parts`);
      return part.at(place);
    },
  };
}

/** Runs of one value each: the first part says behind which value each ends, the second what the value is. */
function runsOf(field: Field, body: Body, making: Making): Column {
  const length = body.bareLength();
  const [ends, values] = field.children.map((child) => columnOf(child, body, making));
  if (!ends || !values) throw new Damaged(`column \`${field.name}\` has no runs`);
  return {
    length,
    at(index) {
      let low = 0;
      let high = ends.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (Number(ends.at(middle)) <= index) low = middle + 1;
        else high = middle;
      }
      if (low >= values.length) throw new Damaged(`a run of column \`${field.name}\` is missing`);
      return values.at(low);
    },
  };
}
