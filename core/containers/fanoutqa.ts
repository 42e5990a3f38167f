import type { Container, FileSample, Loss } from './container';
import { evidenceOfKeys } from './fields/keys';
import { NO_DOCUMENTS, NO_GOLDS, NO_QUESTION, withLosses } from './losses';
import { fieldsRead, objectReader } from './fields/record-of';
import { sourceAt } from './fields/sources';
import { isObject, without, type JsonObject } from './fields/values';
import { unrunCall } from './known/unrun-call';

/** Ids of FanOutQA's questions. */
const ID = /^[0-9a-f]{16}$/;

/** Members that make a record more than an answer with notes beside it. */
const MORE = /^(?:question|query|problem|prompt|messages|context|contexts|docs|documents|golds?|reference)$/i;

/** An answer under one of FanOutQA's ids; what stands beside it is a note: the model, the time, a flag. */
function isGeneration(record: JsonObject): boolean {
  return (
    typeof record['answer'] === 'string' &&
    ID.test(String(record['id'])) &&
    Object.keys(record).every((key) => !MORE.test(key) && typeof (record[key] ?? 0) !== 'object')
  );
}

function hasMore(record: JsonObject): boolean {
  return Object.keys(record).length > 2;
}

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
      (record) => isGeneration(record) && !hasMore(record),
    );
    if (bare) return { ...bare, because: `${bare.because}, and nothing else; ids of 16 hexadecimal digits` };
    const noted = evidenceOfKeys(sample, ['id', 'answer'], 0.7, isGeneration);
    return noted && { ...noted, because: `${noted.because}; ids of 16 hexadecimal digits` };
  },
  reader: () => read,
};

const read = objectReader('`id` and `answer`', (record, value, file) => {
  const answer = sourceAt(value, ['answer']);
  const unanswered = answer && unrunCall(answer.text);
  const asked = sourceAt(value, ['question', 'question']);
  const traced = {
    question: asked,
    ...(unanswered === null ? { answer } : { said: answer, answer: null }),
  };
  const recorded = {
    ...without(value, 'answer'),
    ...(unanswered === null ? {} : { unanswered: `ends on ${unanswered}` }),
  };
  const losses: Loss[] = [NO_DOCUMENTS, NO_GOLDS, ...(asked ? [] : [NO_QUESTION])];
  return withLosses(fieldsRead(record, file, { traced, golds: [], recorded }), losses);
});
