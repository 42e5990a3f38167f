import { isObject, type JsonObject } from '../../json';
import type { ErrorData } from './codes';
import { parseFrameJson } from './json';
import { LIMITS, PROTOCOL_VERSION } from './limits';

/** One text frame: a JSON object with short keys. Unknown keys are ignored. */
export interface Envelope {
  readonly v: typeof PROTOCOL_VERSION;
  /** Type of the message. */
  readonly t: string;
  /** Chosen by the client; on every request. */
  readonly id?: string;
  /** Id of the request that this answers. */
  readonly re?: string;
  /** Stream that this event belongs to. */
  readonly s?: string;
  /** Sequence number in the stream, from 1. */
  readonly q?: number;
  /** Milliseconds of the bridge's clock. */
  readonly ts?: number;
  readonly d: JsonObject;
}

/** An envelope, or what is wrong with the frame. */
export type ParsedEnvelope =
  | { readonly ok: true; readonly envelope: Envelope }
  | { readonly ok: false; readonly message: string; readonly id: string | null };

/** Reads a text frame. Never throws. */
export function parseEnvelope(text: string): ParsedEnvelope {
  const parsed = parseFrameJson(text);
  if (!parsed.ok) return { ok: false, message: parsed.message, id: null };
  const { value } = parsed;
  if (!isObject(value)) return { ok: false, message: 'the frame is not a JSON object', id: null };
  const { v, t, id, re, s, q, ts, d } = value;
  const known = typeof id === 'string' && id.length > 0 && id.length <= LIMITS.id_length ? id : null;
  const bad = (message: string): ParsedEnvelope => ({ ok: false, message, id: known });
  if (v !== PROTOCOL_VERSION) return bad(`\`v\` must be ${PROTOCOL_VERSION}`);
  if (typeof t !== 'string' || t === '' || t.length > LIMITS.id_length)
    return bad('`t` must name the type of the message');
  if (id !== undefined && known === null) return bad(`\`id\` must be a string of 1 to ${LIMITS.id_length}`);
  if (d !== undefined && !isObject(d)) return bad('`d` must be an object');
  return {
    ok: true,
    envelope: {
      v: PROTOCOL_VERSION,
      t,
      d: d ?? {},
      ...(known === null ? {} : { id: known }),
      ...(typeof re === 'string' ? { re } : {}),
      ...(typeof s === 'string' ? { s } : {}),
      ...(typeof q === 'number' && Number.isSafeInteger(q) ? { q } : {}),
      ...(typeof ts === 'number' ? { ts } : {}),
    },
  };
}

/** The text of an envelope. */
export function frameOf(message: Omit<Envelope, 'v' | 'd'> & { readonly d?: object }): string {
  return JSON.stringify({ v: PROTOCOL_VERSION, ...message, d: message.d ?? {} });
}

/** The reply to a request that worked. */
export function okFrame(re: string, d: object): string {
  return frameOf({ t: 'ok', re, d });
}

/** The reply to a request that did not; without `re` where the frame could not be read that far. */
export function errorFrame(re: string | null, error: ErrorData): string {
  return frameOf({ t: 'error', ...(re === null ? {} : { re }), d: error });
}
