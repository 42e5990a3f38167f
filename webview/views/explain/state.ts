import type { Arrived, ExplainArrival, Explained } from '../../../core/protocol/panels/explain';

/** What the page knows, and when (`performance.now()`) it was told; times of a phase count from then. */
export interface Shown {
  readonly explained: Explained;
  readonly at: number;
}

/** What was loaded, over what was there. Text that arrived in the meantime is not lost. */
export function loaded(before: Shown | null, explained: Explained, at: number): Shown {
  const old = before?.explained;
  if (old?.run !== explained.run) return { explained, at };
  const longer = (one: string, other: string): string => (one.length > other.length ? one : other);
  const text = longer(old.text, explained.text);
  return { explained: { ...explained, text, reasoning: longer(old.reasoning, explained.reasoning) }, at };
}

/** The state with what arrived; null where it does not fit (something was missed), and the page has to load again. */
export function arrived(before: Shown | null, { run, text, reasoning }: ExplainArrival): Shown | null {
  if (before?.explained.run !== run) return null;
  const { explained } = before;
  const nextText = joined(explained.text, text);
  const nextReasoning = joined(explained.reasoning, reasoning);
  if (nextText === null || nextReasoning === null) return null;
  return { ...before, explained: { ...explained, text: nextText, reasoning: nextReasoning } };
}

function joined(before: string, { at, add }: Arrived): string | null {
  if (at > before.length) return null;
  // What a load has brought already comes a second time here.
  const known = before.length - at;
  return known >= add.length ? before : before + add.slice(known);
}

/** Which sections are open, kept over reloads. */
export interface Opened {
  readonly thoughts: boolean;
  readonly sent: boolean;
  readonly counters: boolean;
}

/** Reads what an earlier page kept. */
export function readOpened(stored: unknown): Opened {
  const kept = typeof stored === 'object' && stored !== null ? (stored as Partial<Opened>) : {};
  return { thoughts: kept.thoughts === true, sent: kept.sent === true, counters: kept.counters === true };
}
