import { isObject } from '../../json';
import { turnAt } from './turns';
import { moment, type TimedRollout, type TimedStep, type TimeSource } from './times';

/** Members of a message that say when it was written. */
const WHEN = ['timestamp', 'created_at', 'time', 'created'] as const;

const SOURCE = 'times of the messages; each took from the one before it';

/**
 * Chat messages with a time each (`recorded.messages`): a message took from the one before it to its own time. A time
 * is that at which a message was there, as those who log conversations write it.
 */
export const messageTimes: TimeSource = {
  id: 'message-times',
  read(rollout) {
    const { messages } = rollout.recorded;
    if (!Array.isArray(messages)) return null;
    const times = new Map<number, number>();
    for (const message of messages as readonly unknown[]) {
      if (!isObject(message) || typeof message['message'] !== 'number') continue;
      const when = WHEN.map((name) => moment(message[name])).find((found) => found !== null);
      if (when !== undefined) times.set(message['message'], when);
    }
    const steps = times.size < 2 ? [] : stepsOf(rollout, times);
    return steps.length === 0 ? null : { steps, source: SOURCE };
  },
};

function stepsOf(rollout: TimedRollout, times: ReadonlyMap<number, number>): TimedStep[] {
  const steps: TimedStep[] = [];
  const seen = new Set<number>();
  for (const { path, by, start } of rollout.parts) {
    const message = path?.find((member) => typeof member === 'number');
    if (message === undefined || path?.[0] === 'prompt' || by === 'prompt' || seen.has(message)) continue;
    seen.add(message);
    const [before, now] = [times.get(message - 1), times.get(message)];
    if (before === undefined || now === undefined || now < before) continue;
    const turn = turnAt(rollout, start);
    const tool = by === 'environment';
    const last = rollout.answer !== null && turn === rollout.turns.length - 1;
    steps.push({
      turn,
      kind: tool ? 'search' : last ? 'answer' : 'think',
      label: `message ${message + 1}`,
      start: before,
      ms: now - before,
    });
  }
  return steps;
}
