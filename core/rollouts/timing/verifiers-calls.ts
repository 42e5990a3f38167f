import { isObject } from '../../json';
import { kindOfCall, turnOfCall } from './turns';
import { amount, seconds, type Stretch, stretchOf, type TimedStep, type TimeSource } from './times';

interface Call extends Stretch {
  readonly node: number | null;
  readonly model: string;
  readonly tokens: number | null;
}

/** Phases around the model's calls, in the order in which they follow each other. */
const PHASES = ['boot', 'setup', 'finalize', 'scoring'] as const;

/**
 * verifiers from version 1 on: `calls` of the model with the node that each wrote and the time from request to response,
 * in seconds since 1970, and `timing` with the phases around them (`verifiers/v1/trace.py`, `ModelCall`, `Timing`). Of
 * several branches each has the calls that wrote its own nodes. What the environment did between two calls is not told:
 * the time from the end of one to the beginning of the next is shown as its.
 */
export const verifiersCalls: TimeSource = {
  id: 'verifiers-calls',
  read(rollout) {
    const { recorded } = rollout;
    const { calls, nodes, timing } = recorded;
    if (!Array.isArray(calls) || !Array.isArray(nodes)) return null;
    const own = new Set(nodes.map((node: unknown) => (isObject(node) ? node['node'] : undefined)));
    const wrote = calls
      .map(callOf)
      .filter((call) => call !== null)
      .filter(({ node }) => node !== null && own.has(node))
      .sort((left, right) => left.start - right.start);
    if (wrote.length === 0) return null;
    const steps = wrote.flatMap(({ start, ms, model, tokens }, at): TimedStep[] => {
      const turn = turnOfCall(rollout, at, wrote.length);
      const kind = kindOfCall(rollout, at, wrote.length);
      const said = { turn, kind, label: model, start, ms, ...(tokens === null ? {} : { tokens }) };
      const next = wrote[at + 1];
      const gap = next ? next.start - start - ms : 0;
      if (gap <= 0) return [said];
      return [said, { turn, kind: 'search', label: 'until the next call', start: start + ms, ms: gap }];
    });
    const phases = isObject(timing) ? timing : {};
    for (const label of PHASES) {
      const span = stretchOf(phases[label]);
      if (span) steps.push({ ...span, turn: null, kind: 'other', label });
    }
    const began = seconds(phases['start']);
    const source = 'the times of `calls`; between them the environment was at work';
    return { steps, source, ...(began === null || began === 0 ? {} : { began }) };
  },
};

/** Null for a call that failed, or does not tell its times. */
function callOf(value: unknown): Call | null {
  if (!isObject(value)) return null;
  const { node, model, time, usage } = value;
  const span = stretchOf(time);
  if (!span) return null;
  const written = isObject(usage) ? (usage['completion_tokens'] ?? usage['output_tokens']) : null;
  return {
    ...span,
    node: amount(node),
    model: typeof model === 'string' ? model : 'model',
    tokens: amount(written),
  };
}
