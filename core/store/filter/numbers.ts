import type { Operand } from '../../protocol/store';

const INFINITE = /^([+-]?)inf(?:inity)?$/i;

/** The number that an operand stands for; null where it is none. JSON has no infinite numbers: they come as texts. */
export function numberOf(operand: Operand): number | null {
  if (typeof operand === 'number') return Number.isNaN(operand) ? null : operand;
  const sign = typeof operand === 'string' ? INFINITE.exec(operand)?.[1] : undefined;
  if (sign === undefined) return null;
  return sign === '-' ? -Infinity : Infinity;
}

/** A number as an operand, or as a cell, that survives JSON. */
export function sayable(number: number): number | 'Infinity' | '-Infinity' {
  if (Number.isFinite(number) || Number.isNaN(number)) return number;
  return number > 0 ? 'Infinity' : '-Infinity';
}
