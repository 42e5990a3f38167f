import type { Container, FileSample, Loss } from './container';
import { evidenceOfKeys } from './fields/keys';
import { NO_DOCUMENTS, NO_GOLDS, NO_QUESTION, withLosses } from './losses';
import { fieldsRead, objectReader } from './fields/record-of';
import { sourceAt } from './fields/sources';
import type { Source } from './fields/traced';
import { isObject, without } from './fields/values';

/** Ids of FanOutQA's questions. */
const ID = /^[0-9a-f]{16}$/;

/**
 * Generations for FanOutQA (zhudotexe/fanoutqa, `leaderboard-submissions`): `{id, answer}`, with the whole `question`
 * object where the harness wrote it.
 */
export const fanOutQa: Container = {
  id: 'fanoutqa',
  title: 'Generations for FanOutQA',
  holds: 'rollouts',
  framings: ['lines', 'json'],
  recognise(sample: FileSample) {
    const asked = evidenceOfKeys(
      sample,
      ['id', 'answer', 'question'],
      0.9,
      ({ question, answer }) =>
        typeof answer === 'string' && isObject(question) && 'necessary_evidence' in question,
    );
    if (asked) return asked;
    const bare = evidenceOfKeys(
      sample,
      ['id', 'answer'],
      0.8,
      (record) =>
        Object.keys(record).length === 2 &&
        typeof record['answer'] === 'string' &&
        ID.test(String(record['id'])),
    );
    return bare && { ...bare, because: `${bare.because}, and nothing else; ids of 16 hexadecimal digits` };
  },
  reader: () => read,
};

const read = objectReader('`id` and `answer`', (record, value, file) => {
  const answer = sourceAt(value, ['answer']);
  const unanswered = answer !== null && endsOnSearch(answer.text);
  const asked = sourceAt(value, ['question', 'question']);
  const traced = {
    question: asked,
    ...(unanswered ? { said: answer satisfies Source, answer: null } : { answer }),
  };
  const recorded = { ...without(value, 'answer'), ...(unanswered ? { unanswered: 'ends on a search' } : {}) };
  const losses: Loss[] = [NO_DOCUMENTS, NO_GOLDS, ...(asked ? [] : [NO_QUESTION])];
  return withLosses(fieldsRead(record, file, { traced, golds: [], recorded }), losses);
});

/** Whether a text ends with a search that was never run: then it holds no answer. */
function endsOnSearch(text: string): boolean {
  return text.trimEnd().endsWith('</search>');
}
