import type { RolloutSource } from '../trace/model';
import type { Container, FileSample, RawRecord, RecordReader } from './container';
import { evidenceOfKeys } from './fields/keys';
import { listMember } from './fields/list-member';
import { OwnText } from './fields/own-text';
import { isObject, kindOf, numberOf, type JsonObject } from './fields/values';
import { broken, NOTHING, rolloutOf } from './reading';
import { addPassage, questionOf, withoutTokens } from './self-rag/texts';
import { absent } from './losses';

const ALONE = 'no_retrieval';
const WITH = 'retrieval_';

/**
 * Results of Self-RAG's short-form script (AkariAsai/self-rag `retrieval_lm/run_short_form.py`): one object of lists.
 * Every continuation that was tried is a rollout; those of one question are a group.
 */
export const selfRagShort: Container = {
  id: 'self-rag-short',
  title: 'Self-RAG short-form results',
  holds: 'rollouts',
  dialect: 'self-rag',
  framings: ['json', 'lines'],
  recognise: (sample: FileSample) =>
    evidenceOfKeys(sample, ['preds', 'prompts', 'all_results'], 0.95, ({ all_results: all }) => {
      const first: unknown = Array.isArray(all) ? all[0] : undefined;
      return isObject(first) && Object.keys(first).some((key) => key === ALONE || key.startsWith(WITH));
    }),
  reader: () => read,
};

const GONE = absent(
  'the script keeps the final score of a passage, and neither its parts nor log-probabilities',
);

const read: RecordReader = (record, parsed, file) => {
  const { value, list: all, reading: none } = listMember(record, parsed, 'all_results');
  if (none) return none;
  const rollouts: RolloutSource[] = [];
  for (const [item, tried] of all.entries()) {
    if (isObject(tried)) readItem(record, file, value, item, tried, rollouts);
  }
  const wrong = all.findIndex((tried) => !isObject(tried));
  const reading =
    wrong < 0 ? NOTHING : broken(record, `\`all_results[${wrong}]\` is ${kindOf(all[wrong])}, not an object`);
  const withoutText = rollouts.length === 0 && wrong < 0 ? '`all_results` is empty' : null;
  return { ...reading, rollouts, withoutText, losses: [GONE] };
};

/** A continuation that was tried. */
interface Tried {
  readonly branch: string;
  readonly text: string;
  readonly score: number | null;
  readonly ctx: unknown;
}

function readItem(
  record: RawRecord,
  file: string,
  value: JsonObject,
  item: number,
  results: JsonObject,
  rollouts: RolloutSource[],
): void {
  const prompt = itemOf(value, 'prompts', item);
  const metric = numberOf(itemOf(value, 'metric_results', item));
  const tried = Object.keys(results).flatMap((branch) => triedIn(branch, results[branch]));
  const chosen = chosenOf(tried, itemOf(value, 'preds', item));
  for (const each of tried) {
    const own = new OwnText();
    const path = ['all_results', item, each.branch];
    if (typeof prompt === 'string') own.add(prompt, 'prompt', ['prompts', item]);
    if (each.branch === ALONE) own.add(each.text, 'policy', path);
    else {
      addPassage(own, each.ctx, [...path, 'ctx']);
      own.add(each.text, 'policy', [...path, 'pred']);
    }
    const recorded = {
      ...(each === chosen && metric !== null ? { score: metric } : {}),
      group: String(item),
      branch: each.branch,
      chosen: each === chosen,
      ...(each.score === null ? {} : { path_score: each.score }),
      ...contextOf(each.ctx),
      ...(each === chosen ? { pred: itemOf(value, 'preds', item) } : {}),
      ...(typeof value['metric'] === 'string' ? { metric: value['metric'] } : {}),
    };
    const question = typeof prompt === 'string' ? questionOf(prompt) : null;
    rollouts.push(rolloutOf(record, file, { question, golds: [], text: own, recorded }, rollouts.length));
  }
}

function triedIn(branch: string, result: unknown): Tried[] {
  if (branch === ALONE && typeof result === 'string')
    return [{ branch, text: result, score: null, ctx: null }];
  if (!branch.startsWith(WITH) || !isObject(result) || typeof result['pred'] !== 'string') return [];
  const { pred, score, ctx } = result;
  return [{ branch, text: pred, score: numberOf(score), ctx }];
}

/**
 * The continuation whose words the script gave as the answer: the best of those with a passage that say the same,
 * tokens aside. Where none was tried with a passage, the decision was not to retrieve.
 */
function chosenOf(tried: readonly Tried[], pred: unknown): Tried | null {
  const passages = tried.filter(({ branch }) => branch !== ALONE);
  if (passages.length === 0) return tried[0] ?? null;
  if (typeof pred !== 'string') return null;
  const said = withoutTokens(pred);
  // The script drops a leading `#` or `:`.
  const same = tried.filter(({ text }) => withoutTokens(text).replace(/^[#:]/, '').trim() === said);
  return same.reduce<Tried | null>(
    (best, each) => (best && (best.score ?? 0) >= (each.score ?? -Infinity) ? best : each),
    null,
  );
}

function itemOf(value: JsonObject, key: string, item: number): unknown {
  const list = value[key];
  return Array.isArray(list) ? (list[item] as unknown) : undefined;
}

/** Id and retriever's score of a passage; its title and text stand in the own text. */
function contextOf(ctx: unknown): Record<string, unknown> {
  if (!isObject(ctx)) return {};
  return {
    ...('id' in ctx ? { ctx_id: ctx['id'] } : {}),
    ...('score' in ctx ? { ctx_score: ctx['score'] } : {}),
  };
}
