import type { RolloutSource } from '../trace/model';
import type { Container, FileSample, Loss, RecordReader } from './container';
import { evidenceOfKeys } from './fields/keys';
import { listMember } from './fields/list-member';
import { goldsOf } from './fields/golds';
import { isObject, kindOf, without, type JsonObject } from './fields/values';
import { broken, NOTHING, rolloutOf } from './reading';
import { pathText } from './self-rag/path';

/**
 * Results of Self-RAG's long-form script for ASQA and ELI5 (AkariAsai/self-rag `retrieval_lm/run_long_form_static.py`):
 * one object with the items in `data`. The own text is the best path of an item.
 */
export const selfRagLong: Container = {
  id: 'self-rag-long',
  title: 'Self-RAG long-form results (ASQA, ELI5)',
  holds: 'rollouts',
  dialect: 'self-rag',
  framings: ['json', 'lines'],
  recognise: (sample: FileSample) =>
    evidenceOfKeys(sample, ['data', 'total_cost', 'azure_filter_fail'], 0.95, ({ data }) => {
      const first: unknown = Array.isArray(data) ? data[0] : undefined;
      return isObject(first) && 'intermediate' in first;
    }),
  reader: () => read,
};

const read: RecordReader = (record, parsed, file) => {
  const { list: data, reading: none } = listMember(record, parsed, 'data');
  if (none) return none;
  const rollouts: RolloutSource[] = [];
  const losses: Loss[] = [];
  let fault: string | null = null;
  for (const [at, item] of data.entries()) {
    const intermediate: unknown = isObject(item) ? item['intermediate'] : undefined;
    if (!isObject(item) || !Array.isArray(intermediate)) {
      fault ??= `\`data[${at}].intermediate\` is ${kindOf(intermediate)}, not a list of strings`;
      continue;
    }
    const question = questionOf(item);
    const path = ['data', at];
    const read = pathText(
      question?.text ?? null,
      [...path, question?.key ?? ''],
      intermediate,
      [...path, 'intermediate'],
      item['docs'],
      [...path, 'docs'],
    );
    for (const loss of read.losses) if (!losses.includes(loss)) losses.push(loss);
    if (read.text.length === (question?.text.length ?? 0)) continue;
    const recorded = without(item, 'intermediate', 'answers', question?.key ?? null);
    const found = { question: question?.text ?? null, golds: goldsIn(item), text: read.text, recorded };
    rollouts.push(rolloutOf(record, file, found, at));
  }
  const reading = fault === null ? NOTHING : broken(record, fault);
  const withoutText = rollouts.length === 0 && fault === null ? '`data` holds no item with a text' : null;
  return { ...reading, rollouts, withoutText, ...(losses.length > 0 ? { losses } : {}) };
};

function questionOf(item: JsonObject): { text: string; key: string } | null {
  for (const key of ['question', 'instruction', 'input']) {
    const text = item[key];
    if (typeof text === 'string' && text !== '') return { text, key };
  }
  return null;
}

/** ASQA keeps short answers with the questions that an ambiguous one may mean. */
function goldsIn(item: JsonObject): string[] {
  const pairs = item['qa_pairs'];
  const answers = Array.isArray(pairs)
    ? pairs.flatMap((pair: unknown) => (isObject(pair) ? goldsOf(pair['short_answers']) : []))
    : [];
  return answers.length > 0 ? answers : goldsOf(item['answers'] ?? item['answer']);
}
