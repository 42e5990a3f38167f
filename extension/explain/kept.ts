import { isObject } from '../../core/json';
import type { Explained, ExplainPhase, SentMessages, SpentHere } from '../../core/protocol/panels/explain';

/** Explanations that are kept, and the longest of them in characters; older and longer ones are not. */
export const MOST_KEPT = 20;
export const LONGEST_KEPT = 32_000;

/** An explanation that is over, as it is kept over a reload of the window. JSON as it stands. */
export interface Kept {
  /** Which rollout: the panel's key. */
  readonly key: string;
  /** When it came, ISO 8601. */
  readonly at: string;
  readonly id: string | null;
  readonly phase: Extract<ExplainPhase, { kind: 'done' | 'stopped' | 'failed' }>;
  readonly endpoint: string | null;
  readonly model: string | null;
  readonly text: string;
  readonly reasoning: string;
  readonly spent: SpentHere | null;
  readonly sent: SentMessages | null;
}

/** What is kept of an explanation; null while it runs, without an answer, and where it is too long. */
export function keptOf(key: string, explained: Explained, now: Date): Kept | null {
  const { id, phase, endpoint, model, text, reasoning, spent, sent } = explained;
  if (phase.kind !== 'done' && phase.kind !== 'stopped' && phase.kind !== 'failed') return null;
  if (text === '' || text.length > LONGEST_KEPT) return null;
  return {
    key,
    at: now.toISOString(),
    id,
    phase,
    endpoint,
    model,
    text,
    reasoning: text.length + reasoning.length > LONGEST_KEPT ? '' : reasoning,
    spent,
    // The messages hold most of the rollout, and can be made again.
    sent: sent && { ...sent, messages: [] },
  };
}

/** The list with one more in place of an older one of its key, the newest last. */
export function withKept(list: readonly Kept[], kept: Kept): readonly Kept[] {
  return [...withoutKept(list, kept.key), kept].slice(-MOST_KEPT);
}

export function withoutKept(list: readonly Kept[], key: string): readonly Kept[] {
  return list.filter((each) => each.key !== key);
}

/** What was stored, as far as it makes sense. */
export function readKept(stored: unknown): readonly Kept[] {
  return Array.isArray(stored) ? stored.filter(isKept).slice(-MOST_KEPT) : [];
}

function isKept(value: unknown): value is Kept {
  if (!isObject(value) || !isPhase(value['phase'])) return false;
  const { key, at, text, reasoning, id, endpoint, model, spent, sent } = value;
  return (
    [key, at, text, reasoning].every((each) => typeof each === 'string') &&
    [id, endpoint, model].every((each) => each === null || typeof each === 'string') &&
    (spent === null || isSpent(spent)) &&
    (sent === null || isSent(sent)) &&
    String(text).length <= LONGEST_KEPT
  );
}

function isPhase(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { kind, remark, message } = value;
  if (kind === 'done') return remark === null || typeof remark === 'string';
  return kind === 'stopped' || (kind === 'failed' && typeof message === 'string');
}

function isSpent(value: unknown): boolean {
  if (!isObject(value)) return false;
  const numbers = ['promptTokens', 'completionTokens', 'requests', 'retries', 'ms'];
  const optional = ['firstTokenMs', 'money'];
  return (
    numbers.every((name) => Number.isFinite(value[name])) &&
    optional.every((name) => value[name] === null || Number.isFinite(value[name])) &&
    ['endpoint', 'model', 'outcome'].every((name) => typeof value[name] === 'string')
  );
}

function isSent(value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value['messages']) || value['messages'].length > 0) return false;
  const { cutTexts, characters, tokens } = value;
  return (
    Array.isArray(cutTexts) &&
    cutTexts.every((text) => typeof text === 'string') &&
    [characters, tokens].every((number) => Number.isFinite(number))
  );
}
