import { isObject } from '../../json';
import { LIMITS } from './limits';

/** A frame's value, or what is wrong with it. */
export type ParsedFrame =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

/** Keys through which an object's prototype could be reached. */
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses JSON that a stranger sent: no deeper than {@link LIMITS.json_depth}, no object with more than
 * {@link LIMITS.json_keys} keys, no key that reaches a prototype. Walks without recursion.
 */
export function parseFrameJson(text: string): ParsedFrame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, message: 'the frame is not JSON' };
    throw error;
  }
  const message = faultOf(value);
  return message === null ? { ok: true, value } : { ok: false, message };
}

function faultOf(root: unknown): string | null {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > LIMITS.json_depth) return `the frame is nested deeper than ${LIMITS.json_depth} levels`;
    if (isObject(value)) {
      const keys = Object.keys(value);
      if (keys.length > LIMITS.json_keys) return `an object has more than ${LIMITS.json_keys} keys`;
      const bad = keys.find((key) => PROTOTYPE_KEYS.has(key));
      if (bad !== undefined) return `the key ${bad} is not allowed`;
    }
    for (const child of Object.values(value)) open.push({ value: child, depth: depth + 1 });
  }
  return null;
}
