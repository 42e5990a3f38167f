import { daySaid, timeSaid } from '../parquet/parsers';
import type { IntervalUnit, Storage } from './schema';

/** Reads value number `index` of a buffer of values of one width. */
export type Reading = (view: DataView, index: number) => unknown;

const DAY = 86_400_000;

/** Width in bytes of the values of a type of fixed width, and how one is read; null for other types. */
export function fixedWidth(storage: Storage): { width: number; read: Reading } | null {
  switch (storage.kind) {
    case 'int':
      return { width: storage.bits / 8, read: integer(storage.bits, storage.signed) };
    case 'time':
    case 'duration':
      return { width: storage.bits / 8, read: integer(storage.bits, true) };
    case 'float':
      return { width: storage.bits / 8, read: float(storage.bits) };
    case 'date':
      return { width: storage.bits / 8, read: storage.bits === 32 ? dayOfDays : dayOfMilliseconds };
    case 'timestamp':
      return { width: 8, read: (view, index) => timeSaid(view.getBigInt64(8 * index, true), storage.digits) };
    case 'interval':
      return intervals(storage.unit);
    case 'decimal': {
      const width = storage.bits / 8;
      return { width, read: (view, index) => decimal(view, index * width, width, storage.scale) };
    }
    case 'null':
    case 'bool':
    case 'utf8':
    case 'utf8-view':
    case 'binary':
    case 'binary-view':
    case 'fixed-binary':
    case 'list':
    case 'list-view':
    case 'fixed-list':
    case 'map':
    case 'struct':
    case 'union':
    case 'run-ends':
      return null;
  }
}

/** Intervals as objects of what they count; months and days have no fixed length. */
function intervals(unit: IntervalUnit): { width: number; read: Reading } {
  if (unit === 'months')
    return { width: 4, read: (view, index) => ({ months: view.getInt32(4 * index, true) }) };
  if (unit === 'days')
    return {
      width: 8,
      read: (view, index) => ({
        days: view.getInt32(8 * index, true),
        milliseconds: view.getInt32(8 * index + 4, true),
      }),
    };
  return {
    width: 16,
    read: (view, index) => ({
      months: view.getInt32(16 * index, true),
      days: view.getInt32(16 * index + 4, true),
      nanoseconds: view.getBigInt64(16 * index + 8, true),
    }),
  };
}

function integer(bits: number, signed: boolean): Reading {
  if (bits === 8)
    return signed ? (view, index) => view.getInt8(index) : (view, index) => view.getUint8(index);
  if (bits === 16)
    return signed
      ? (view, index) => view.getInt16(2 * index, true)
      : (view, index) => view.getUint16(2 * index, true);
  if (bits === 32)
    return signed
      ? (view, index) => view.getInt32(4 * index, true)
      : (view, index) => view.getUint32(4 * index, true);
  return signed
    ? (view, index) => view.getBigInt64(8 * index, true)
    : (view, index) => view.getBigUint64(8 * index, true);
}

function float(bits: number): Reading {
  if (bits === 16) return (view, index) => half(view.getUint16(2 * index, true));
  return bits === 32
    ? (view, index) => view.getFloat32(4 * index, true)
    : (view, index) => view.getFloat64(8 * index, true);
}

/** A number of IEEE 754's binary16. */
function half(bits: number): number {
  const sign = bits >> 15 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

function dayOfDays(view: DataView, index: number): unknown {
  const days = view.getInt32(4 * index, true);
  return daySaid(days * DAY) ?? days;
}

function dayOfMilliseconds(view: DataView, index: number): unknown {
  const milliseconds = view.getBigInt64(8 * index, true);
  return daySaid(Number(milliseconds)) ?? milliseconds;
}

/** A whole number of `width` bytes, low byte first, with its point moved `scale` digits to the left. */
function decimal(view: DataView, at: number, width: number, scale: number): number {
  if (width === 4) return Number(`${view.getInt32(at, true)}e${-scale}`);
  let value = view.getBigInt64(at + width - 8, true);
  for (let word = at + width - 16; word >= at; word -= 8)
    value = (value << 64n) | view.getBigUint64(word, true);
  return Number(`${value}e${-scale}`);
}
