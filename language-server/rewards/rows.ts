import type { RewardPage, RewardPageParams, RewardRow } from '../../core/protocol/rewards';
import { type RolloutAddress, rolloutName } from '../../core/protocol/rollout-uri';
import { recordedScore } from '../../core/reward/recorded';
import { type Score, scorerOf } from '../../core/reward/score';
import type { Rollout } from '../../core/trace/model';
import type { FileCache } from '../files/file-cache';
import { messageOf } from '../../core/message-of';
import type { FileRewards } from './file-rewards';
import { pageOf, type RowPlace } from './page';
import type { RewardRuns } from './reward-runs';

/** Most rows of one answer, whatever was asked for. */
const MOST_ROWS = 200;

/** Golds of a row. */
const MOST_GOLDS = 3;

/** Reads the page of rollouts that a client asked for. */
export async function rewardPage(
  { runs, files }: { readonly runs: RewardRuns; readonly files: FileCache },
  params: RewardPageParams,
  signal: AbortSignal,
): Promise<RewardPage> {
  const selected = await runs.read(params, signal);
  const wish = {
    step: params.step ?? NaN,
    by: params.sort.by,
    descending: params.sort.descending,
    from: Math.max(0, Math.floor(params.from)),
    count: Math.min(MOST_ROWS, Math.max(0, Math.floor(params.count))),
    differing: params.differing === true,
  };
  const { places, total } = await pageOf(selected.files, wish, signal);
  const rows = new Map<RowPlace, RewardRow>();
  // Each file is opened once, in the order of its records.
  for (const [at, rewards] of selected.files.entries()) {
    const own = places.filter(({ file }) => file === at);
    if (own.length === 0) continue;
    const profile = await runs.profileFor(rewards.uri, params.profile);
    await addRows(rows, rewards, own, profile, files, signal);
  }
  return { rows: places.flatMap((place) => rows.get(place) ?? []), total };
}

async function addRows(
  rows: Map<RowPlace, RewardRow>,
  rewards: FileRewards,
  places: readonly RowPlace[],
  profile: string,
  files: FileCache,
  signal: AbortSignal,
): Promise<void> {
  const score = scorerOf(profile);
  const file = rewards.uri;
  await files
    .use(file, async (handle) => {
      for (const place of [...places].sort((left, right) => left.row - right.row)) {
        signal.throwIfAborted();
        const index = rewards.columns.index[place.row] ?? 0;
        const sample = rewards.columns.sample[place.row] ?? 0;
        const address = { file, index, sample };
        const record = await handle.recordAt(index, signal);
        const rollout = record?.rollouts.find((placed) => placed.rollout.sample === sample)?.rollout;
        rows.set(
          place,
          rollout ? { ...address, ...rowOf(rollout, score(rollout)) } : { ...address, ...goneRow(address) },
        );
      }
    })
    .catch((error: unknown) => {
      if (signal.aborted) throw error;
      // The file went away since it was read; its rows say so.
      for (const place of places) {
        if (rows.has(place)) continue;
        const index = rewards.columns.index[place.row] ?? 0;
        const sample = rewards.columns.sample[place.row] ?? 0;
        const address = { file, index, sample };
        rows.set(place, { ...address, ...goneRow(address), fault: messageOf(error) });
      }
    });
}

type RowFacts = Omit<RewardRow, 'file' | 'index' | 'sample'>;

function rowOf(rollout: Rollout, score: Score): RowFacts {
  const { profile, total, reason, components, answer, em, f1 } = score;
  return {
    id: rollout.id,
    question: rollout.question,
    recorded: recordedScore(rollout.recorded),
    recomputed: total,
    answer: profile === null ? (rollout.answer?.text ?? null) : answer,
    golds: rollout.golds.slice(0, MOST_GOLDS),
    em,
    f1,
    findings: rollout.findings.length,
    reason: reason ?? sentence(components),
    fault: null,
  };
}

/** The reasons of the components that moved the total; of the first where none did. */
function sentence(components: Score['components']): string {
  const moved = components.filter(({ value, weight }) => weight * (value ?? 0) !== 0);
  return (moved.length > 0 ? moved : components.slice(0, 1)).map(({ reason }) => reason).join('; ');
}

function goneRow(address: RolloutAddress): RowFacts {
  return {
    id: rolloutName(address),
    question: null,
    recorded: null,
    recomputed: null,
    answer: null,
    golds: [],
    em: null,
    f1: null,
    findings: 0,
    reason: '',
    fault: 'the file changed since its rewards were read; load them again',
  };
}
