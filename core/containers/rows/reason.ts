import { BadFormat } from './row-format';

/** What is said of bytes that lead a reader outside of them. */
const OUTSIDE = 'a place in it lies outside of it';

/** Names of errors that the engine itself throws, where a reader was led astray. */
const ENGINE = new Set(['RangeError', 'TypeError', 'ReferenceError', 'SyntaxError']);

/** Words of the engine that libraries put into messages of their own. */
const ENGINE_WORDS = /\b(?:undefined|NaN|null|function|DataView|ArrayBuffer|Uint8Array|BigInt|argument)\b/;

/**
 * What is wrong, as a clause, of any error that reading damaged bytes brought. What the engine says of its own accesses
 * tells nobody anything of the file, and is said plainly.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return OUTSIDE;
  if (error instanceof BadFormat) return error.message;
  if (ENGINE.has(error.name) || ENGINE_WORDS.test(error.message)) return OUTSIDE;
  return error.message === 'Decompression failed' ? 'a packed part of it is damaged' : error.message;
}
