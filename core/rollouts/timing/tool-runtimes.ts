import { isObject } from '../../json';
import { turnsOfSearches } from './turns';
import { named, seconds, type TimedStep, type TimeSource } from './times';

/** DR Tulu: `tool_calls` with the `runtime` of each in seconds. How long the model wrote is not told. */
export const toolRuntimes: TimeSource = {
  id: 'tool-runtimes',
  read(rollout) {
    const calls = rollout.recorded['tool_calls'];
    if (!Array.isArray(calls)) return null;
    const turns = turnsOfSearches(rollout, calls.length);
    const steps = calls.flatMap((call: unknown, index): TimedStep[] => {
      const ms = isObject(call) ? seconds(call['runtime']) : null;
      if (!isObject(call) || ms === null) return [];
      const tool = named(call['tool_name'], 'tool');
      const query = named(call['query'], '');
      const label = query === '' ? tool : `${tool}: ${query}`;
      return [{ turn: turns?.[index] ?? null, kind: 'search', label, start: null, ms }];
    });
    return steps.length === 0
      ? null
      : { steps, source: '`runtime` of the tool calls; the model’s own time is not told' };
  },
};
