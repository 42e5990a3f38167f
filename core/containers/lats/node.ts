import type { LogEntry } from './entries';

/** Characters of a record: `[start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A node as `tot.py` prints it: its step, and its place in the tree. */
export interface TreeNode {
  readonly time: string;
  readonly depth: number;
  readonly value: number;
  readonly visits: number;
  readonly thought: Span;
  readonly action: Span;
  readonly observation: Span;
}

const NODE =
  /NEW NODE: Node\(depth=(\d{1,6}), value=(-?\d{1,12}(?:\.\d{1,12})?), visits=(\d{1,9}), thought=/y;
const ACTION = ', action=';
const OBSERVATION = ', observation=';

/** Reads `NEW NODE: Node(depth=…, thought=…, action=…, observation=…)`; null for other entries. */
export function nodeIn(text: string, { time, start, end }: LogEntry): TreeNode | null {
  NODE.lastIndex = start;
  const head = NODE.exec(text);
  if (!head) return null;
  const thought = NODE.lastIndex;
  const action = text.indexOf(ACTION, thought);
  const observation = action < 0 ? -1 : text.indexOf(OBSERVATION, action);
  if (observation < 0 || observation >= end) return null;
  const stop = text.charAt(end - 1) === ')' ? end - 1 : end;
  return {
    time,
    depth: Number(head[1]),
    value: Number(head[2]),
    visits: Number(head[3]),
    thought: { start: thought, end: action },
    action: { start: action + ACTION.length, end: observation },
    observation: { start: Math.min(observation + OBSERVATION.length, stop), end: stop },
  };
}
