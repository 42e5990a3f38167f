import { isObject, numberOf } from '../../core/containers/fields/values';
import { stepOf } from '../../core/containers/fields/step';
import { jsonOrUndefined } from '../../core/json';
import { recordedScore } from '../../core/reward/recorded';
import { scorerOf } from '../../core/reward/score';
import { openRolloutFile } from '../../core/rollouts/open';
import type { Entry } from '../../core/rollouts/rollout-file';
import type { Rollout } from '../../core/trace/model';
import { Pacer } from '../host/pause';
import { RewardColumns } from '../rewards/columns';
import type { RewardFacts } from '../rewards/file-rewards';
import type { Batch, Job } from './messages';

/** Time between batches, in milliseconds. */
const BATCH_MS = 250;

/** Reasons that are told apart; the others are counted under the last. */
const MOST_REASONS = 20;

/** Scores every rollout of a file. */
export async function rewardsOfFile(
  job: Extract<Job, { kind: 'rewards' }>,
  signal: AbortSignal,
  send: (batch: Batch) => void,
): Promise<void> {
  const file = await openRolloutFile(job.path, { ...job.options, findings: false, signal });
  try {
    const reading = new Reading(job.profile, stepOf(file.name));
    const holds = file.container.chosen.holds === 'rollouts';
    const pacer = new Pacer();
    let sent = performance.now();
    const flush = (bytes: number): void => {
      send({
        kind: 'rewards',
        id: job.id,
        chunk: reading.columns.take(),
        facts: reading.facts(bytes, holds),
      });
      sent = performance.now();
    };
    for await (const entry of file.entries(0, signal)) {
      reading.add(entry);
      if (performance.now() - sent > BATCH_MS) flush(entry.place.byteEnd);
      await pacer.pause(signal);
    }
    flush(file.size);
  } finally {
    await file.close();
  }
}

/** What was read of a file so far. */
class Reading {
  readonly columns = new RewardColumns();
  private readonly score: ReturnType<typeof scorerOf>;
  private readonly broken: number[] = [];
  private readonly profiles = new Set<string>();
  private readonly unscored = new Map<string, number>();
  private stepFrom: RewardFacts['stepFrom'] = null;
  private last = NaN;

  constructor(
    profile: string,
    private readonly namedStep: number | null,
  ) {
    this.score = scorerOf(profile);
    this.last = namedStep ?? NaN;
  }

  add(entry: Entry): void {
    for (const rollout of entry.rollouts) this.addRollout(rollout, entry);
    if (entry.fault) this.broken.push(this.last);
  }

  facts(bytes: number, holds: boolean): RewardFacts {
    const { stepFrom, profiles, unscored } = this;
    const broken = Float64Array.from(this.broken);
    return { bytes, holds, stepFrom, broken, profiles: [...profiles], unscored: new Map(unscored) };
  }

  private addRollout(rollout: Rollout, entry: Entry): void {
    const step = this.stepOf(rollout, entry);
    const { profile, total, reason, em, f1 } = this.score(rollout);
    if (profile !== null) this.profiles.add(profile);
    if (reason !== null) this.count(reason);
    this.columns.add({
      index: rollout.index,
      sample: rollout.sample,
      step,
      recorded: recordedScore(rollout.recorded) ?? NaN,
      recomputed: total ?? NaN,
      em: em ?? -1,
      f1: f1 ?? NaN,
    });
  }

  private stepOf({ recorded }: Rollout, { record }: Entry): number {
    const own = numberOf(recorded['step']);
    const step = own !== null && Number.isFinite(own) ? own : this.namedStep;
    if (step === null) return NaN;
    this.stepFrom ??= this.sourceOf(step, record.text);
    // Broken records before the first step belong to it.
    if (Number.isNaN(this.last)) this.broken.fill(step);
    return (this.last = step);
  }

  /** Containers put the step of the file's name beside what they read; whether the record says it, it alone shows. */
  private sourceOf(step: number, text: string): RewardFacts['stepFrom'] {
    if (step !== this.namedStep) return 'recorded';
    const value = jsonOrUndefined(text);
    return isObject(value) && numberOf(value['step']) === step ? 'recorded' : 'file-name';
  }

  private count(reason: string): void {
    const { unscored } = this;
    const key = unscored.has(reason) || unscored.size < MOST_REASONS ? reason : 'other reasons';
    unscored.set(key, (unscored.get(key) ?? 0) + 1);
  }
}
