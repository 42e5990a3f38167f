import { Haystack } from '../needle';
import { headOf } from '../places';
import type { Rule } from '../rule';
import { quote } from '../words';

/** No answer is given although the last thought names a gold. */
export const answerInThought: Rule = {
  id: 'answer-in-thought',
  title: 'Answer only in a thought',
  severity: 'information',
  explanation:
    'The last thought names a gold, but no answer follows. The policy had found it, and what it lacks is the form; the ' +
    'reward punishes the whole rollout.',
  check({ rollout, evidence }, report) {
    const { answer, turns, segments, text } = rollout;
    if (answer !== null || evidence.needles.length === 0) return;
    const turn = turns.length - 1;
    const thought = turns[turn]?.think;
    if (thought === undefined || thought === null) return;
    const haystack = new Haystack({ title: null, text: thought });
    const gold = evidence.needles.find((needle) => haystack.holds(needle));
    const segment = segments.findLast(({ kind, by }) => kind === 'think' && by === 'policy');
    if (gold === undefined || segment === undefined) return;
    const message = `the last thought names the gold ${quote(gold.raw)}, but no answer is given`;
    report({ ...headOf(text, segment), turn, message });
  },
};
