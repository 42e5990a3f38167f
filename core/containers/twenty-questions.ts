import type { Container, FileSample } from './container';
import { absent, guessed, withLosses } from './losses';
import { goldsOf } from './fields/golds';
import { objectReader } from './fields/record-of';
import { evidenceOfKeys } from './fields/keys';
import { TracedText, type Source } from './fields/traced';
import { isObject, numberOf, without, type JsonObject } from './fields/values';
import { NOTHING, one } from './reading';

/**
 * Games of twenty questions (microsoft/agent-lightning, `examples/tinker`): `{answer, category, correct,
 * interactions: [{question, response}]}`. The agent asks, another model replies yes or no; `answer` is what was to be
 * found. Runs that failed hold `error` and no interactions.
 */
export const twentyQuestions: Container = {
  id: 'twenty-questions',
  title: 'Games of twenty questions (agent-lightning)',
  holds: 'rollouts',
  framings: ['lines', 'json'],
  recognise: (sample: FileSample) =>
    evidenceOfKeys(sample, ['answer', 'category', 'interactions'], 0.9, isGame),
  reader: () => read,
};

function isGame({ interactions }: JsonObject): boolean {
  return (
    Array.isArray(interactions) &&
    interactions.every((item) => isObject(item) && 'question' in item && 'response' in item)
  );
}

const LOSSES = [
  absent('the prompt is not in the file'),
  absent('what the agent searched for is not in the file'),
  guessed('the answer is not marked in the file; the last question stands for it'),
];

const read = objectReader('`answer` and `interactions`', (record, value, file) => {
  const interactions = value['interactions'];
  if (!Array.isArray(interactions) || interactions.length === 0) {
    const failed = 'error' in value;
    return { ...NOTHING, withoutText: failed ? 'the game ended in an error' : 'the game holds no question' };
  }
  const text = new TracedText();
  const list: readonly unknown[] = interactions;
  for (const [at, item] of list.entries()) {
    if (!isObject(item)) continue;
    const asked = textIn(item, at, 'question');
    const reply = textIn(item, at, 'response');
    if (asked && at === list.length - 1) text.answer(asked);
    else if (asked) text.say(asked);
    if (reply) text.reply(reply);
  }
  const score = numberOf(value['correct']);
  const recorded = { ...(score === null ? {} : { score }), ...without(value, 'answer', 'interactions') };
  return withLosses(
    one(record, file, { question: null, golds: goldsOf(value['answer']), text: text.own, recorded }),
    LOSSES,
  );
});

function textIn(item: JsonObject, at: number, name: string): Source | null {
  const text = item[name];
  return typeof text === 'string' && text !== '' ? { text, path: ['interactions', at, name] } : null;
}
