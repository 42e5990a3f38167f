import { isObject } from '../../json';
import { kindOfCall, turnOfCall } from './turns';
import { amount, moment, named, seconds, type TimedStep, type TimeSource } from './times';

interface Event {
  readonly tool: boolean;
  readonly name: string;
  readonly start: number | null;
  readonly ms: number;
  readonly tokens: number | null;
}

/**
 * Events of an Inspect log: calls of the model and of tools, from `timestamp` to `completed`; logs before May 2025 have
 * no end, later ones also `working_time` in seconds, without what a call waited for others.
 */
export const inspectEvents: TimeSource = {
  id: 'inspect-events',
  read(rollout) {
    const { recorded } = rollout;
    if (rollout.container !== 'inspect' || !Array.isArray(recorded['events'])) return null;
    const events = recorded['events'].map(eventOf).filter((event) => event !== null);
    const calls = events.filter(({ tool }) => !tool).length;
    let call = -1;
    const steps = events.map(({ tool, name, start, ms, tokens }): TimedStep => {
      if (!tool) call++;
      return {
        turn: call < 0 ? null : turnOfCall(rollout, call, calls),
        kind: tool ? 'search' : kindOfCall(rollout, call, calls),
        label: name,
        start,
        ms,
        ...(tokens === null ? {} : { tokens }),
      };
    });
    if (steps.length === 0) return null;
    const total = seconds(recorded['total_time']);
    return { steps, source: 'times of the events in the log', ...(total === null ? {} : { total }) };
  },
};

/** Null for an event that does not tell how long it took. */
function eventOf(value: unknown): Event | null {
  if (!isObject(value)) return null;
  const { event, name, timestamp, completed, working_time, usage } = value;
  const [start, end] = [moment(timestamp), moment(completed)];
  const ms = start !== null && end !== null && end >= start ? end - start : seconds(working_time);
  if (ms === null) return null;
  const tool = event === 'tool';
  return {
    tool,
    name: named(name, tool ? 'tool' : 'model'),
    start,
    ms,
    tokens: isObject(usage) ? amount(usage['output_tokens']) : null,
  };
}
