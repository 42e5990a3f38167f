import { numberOf } from '../../core/containers/fields/values';
import { type RolloutSummary, requests } from '../../core/protocol/server';
import type { Entry } from '../../core/rollouts/rollout-file';
import type { Rollout } from '../../core/trace/model';
import { exactMatch } from '../../core/reward/answer-match';
import { plain } from '../../core/trace/dialects/plain';
import { shortened } from '../features/words';
import { Pacer } from '../host/pause';
import type { FileRequest } from './file-request';

type ListParams = { readonly file: string; readonly from: number; readonly count: number };
type ListResult = { readonly rollouts: readonly RolloutSummary[]; readonly next: number | null };

/** Golds that a summary holds. */
const MOST_GOLDS = 3;

/** Characters of a response that tell it from others. */
const OPENING = 120;

/** Most records of one answer, whatever was asked for. */
const MOST_RECORDS = 2_000;

/** Summaries of a run of records; none where the file holds something else than rollouts. */
export const listRollouts: FileRequest<ListParams, ListResult> = {
  name: requests.listRollouts,
  async answer({ handle, signal }, { file, from, count }) {
    if (handle.file.container.chosen.holds !== 'rollouts') return { rollouts: [], next: null };
    const pacer = new Pacer();
    const rollouts: RolloutSummary[] = [];
    let records = 0;
    for await (const entry of handle.file.entries(Math.max(0, from), signal)) {
      if (records >= Math.min(count, MOST_RECORDS)) return { rollouts, next: entry.place.index };
      rollouts.push(...summariesOf(file, handle.file.name, entry));
      records++;
      await pacer.pause(signal);
    }
    return { rollouts, next: null };
  },
};

/** Summaries of the rollouts of one record. */
export const summary: FileRequest<
  { readonly file: string; readonly index: number },
  readonly RolloutSummary[]
> = {
  name: requests.summary,
  async answer({ handle, signal }, { file, index }) {
    const { entry } = await handle.existingRecord(index, signal);
    return summariesOf(file, handle.file.name, entry);
  },
};

/** A record without rollouts has one summary, which says why. */
function summariesOf(
  file: string,
  name: string,
  { place, rollouts, fault, withoutText }: Entry,
): RolloutSummary[] {
  const wrong = fault ? `${fault.message} (byte ${fault.byte})` : null;
  if (rollouts.length > 0) return rollouts.map((rollout) => summaryOf(file, rollout, wrong));
  return [
    {
      file,
      index: place.index,
      sample: 0,
      id: `${name}#${place.index}`,
      question: null,
      score: null,
      turns: 0,
      searches: 0,
      documents: 0,
      answer: null,
      golds: [],
      correct: null,
      opening: '',
      structured: true,
      errors: 0,
      warnings: 0,
      informations: 0,
      rules: [],
      fault: wrong ?? withoutText ?? 'the record holds no rollout',
    },
  ];
}

function summaryOf(file: string, rollout: Rollout, fault: string | null): RolloutSummary {
  const { id, index, sample, question, golds, turns, answer, recorded, findings } = rollout;
  return {
    file,
    index,
    sample,
    id,
    question,
    score: finite(numberOf(recorded['score'])),
    turns: turns.length,
    searches: turns.reduce((sum, { searches }) => sum + searches.length, 0),
    documents: turns.reduce((sum, { documents }) => sum + documents.length, 0),
    answer: answer?.text ?? null,
    golds: golds.slice(0, MOST_GOLDS),
    correct: answer && golds.length > 0 ? exactMatch(answer.text, golds) : null,
    opening: openingOf(rollout),
    structured: rollout.dialect !== plain.id,
    errors: findings.filter(({ severity }) => severity === 'error').length,
    warnings: findings.filter(({ severity }) => severity === 'warning').length,
    informations: findings.filter(({ severity }) => severity === 'information').length,
    rules: [...new Set(findings.map(({ rule }) => rule))],
    fault,
  };
}

/** The first characters of what the model wrote, blanks collapsed. */
function openingOf({ segments, text }: Rollout): string {
  const start = segments.find(({ by }) => by === 'policy')?.start ?? text.length;
  return shortened(
    text
      .slice(start, start + 4 * OPENING)
      .replace(/\s+/g, ' ')
      .trim(),
    OPENING,
  );
}

/** JSON has no other numbers. */
function finite(number: number | null): number | null {
  return Number.isFinite(number) ? number : null;
}
