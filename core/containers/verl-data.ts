import type { Container } from './container';
import { messagesOf } from './fields/messages';
import { evidenceOfKeys } from './fields/keys';
import { isObject, type JsonObject } from './fields/values';
import { NOTHING } from './reading';

/** What only a run leaves: verl's generation script adds `responses` to such a table. */
const RUN = ['responses', 'response', 'completion', 'output'];

/**
 * Questions prepared for verl's trainers (Search-R1, RAG-R1, RouteRAG, DeepResearcher): a prompt as messages, and what
 * the reward compares with, in `reward_model`.
 */
export const verlData: Container = {
  id: 'verl-data',
  title: "Questions prepared for verl's trainers",
  holds: 'questions',
  framings: ['rows', 'lines', 'json'],
  recognise: (sample) => evidenceOfKeys(sample, ['data_source', 'prompt', 'reward_model'], 0.93, isQuestion),
  reader: () => () => NOTHING,
};

function isQuestion(record: JsonObject): boolean {
  if (RUN.some((key) => Object.hasOwn(record, key)) || !isObject(record['reward_model'])) return false;
  const { prompt } = record;
  if (typeof prompt === 'string') return true;
  const messages = messagesOf(prompt);
  return messages !== null && messages.length > 0 && messages.at(-1)?.by !== 'policy';
}
