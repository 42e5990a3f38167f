import { insideOf } from '../places';
import type { Rule } from '../rule';
import { count, quote } from '../words';

/** A message with several searches, where the system runs one. */
export const severalSearches: Rule = {
  id: 'several-searches',
  title: 'Several searches in one message',
  severity: 'warning',
  explanation:
    'A message holds several searches and the system runs only the last. The others cost tokens and bring nothing, and ' +
    'ReZero’s retry reward is halved for the whole rollout.',
  dialects: ['rezero'],
  check({ rollout, dialect }, report) {
    const { segments, text, turns } = rollout;
    const searches = segments.filter(
      ({ kind, by, closed }) => kind === 'search' && by === 'policy' && closed,
    );
    let next = 0;
    for (const [index, turn] of turns.entries()) {
      while ((searches[next]?.start ?? Infinity) < turn.start) next++;
      const first = next;
      while ((searches[next]?.start ?? Infinity) < turn.end) next++;
      const last = searches[next - 1];
      const number = next - first;
      if (number < 2 || last === undefined) continue;
      const query = quote(insideOf(text, last, dialect));
      const message = `${count(number, 'search', 'searches')} in one message: only the last is run, ${query}, and the retry reward is multiplied by 0.5`;
      report({ start: last.start, end: last.end, turn: index, message });
    }
  },
};
