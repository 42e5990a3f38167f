import { turnAt } from '../places';
import type { Rule } from '../rule';
import { quote } from '../words';

/** Text of the policy after its last answer. */
export const textAfterAnswer: Rule = {
  id: 'text-after-answer',
  title: 'Text after the answer',
  severity: 'information',
  explanation:
    'The policy goes on writing after its answer. Checks of the format want the answer to be the end; what follows is ' +
    'under loss and can break other rules of a reward.',
  dialects: ['search-r1', 'r1-searcher', 'rezero'],
  check({ rollout, dialect, evidence }, report) {
    const { segments, text } = rollout;
    const last = segments.findLastIndex(
      ({ kind, by, closed }) => kind === 'answer' && by === 'policy' && closed,
    );
    const answer = segments[last];
    if (answer === undefined) return;
    const after = segments.slice(last + 1);
    if (after.some(({ kind, by }) => kind !== 'text' || by !== 'policy')) return;
    const { contentEnd } = evidence.layout;
    const rest = text.slice(answer.end, contentEnd);
    if (rest.trim() === '' || rest.trimStart().startsWith('<|')) return;
    const start = contentEnd - rest.trimStart().length;
    const why = CONSEQUENCE[dialect.id] ?? 'the answer should be the end';
    const message = `the text goes on after the answer: ${quote(rest)}; ${why}`;
    report({ start, end: contentEnd, turn: turnAt(rollout, answer.start), message });
  },
};

const CONSEQUENCE: Partial<Record<string, string>> = {
  'search-r1': 'the v0.3 format reward fails (“Unexpected content in state end”)',
  'r1-searcher': 'training does not stop at `</answer>`, and its rules look at this text too',
  rezero: 'the format reward wants the message to end with the closing tag and is 0',
};
