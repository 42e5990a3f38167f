import { createHash } from 'node:crypto';
import type { Container, FileSample, Loss, RecordReader } from '../container';
import { evidenceOfKeys } from '../fields/keys';
import { readerAt } from '../fields/reader-at';
import { isObject, kindOf, without, type JsonObject } from '../fields/values';
import { broken } from '../reading';
import type { RolloutSource } from '../../trace/model';
import { totalOf, trlColumns, type TrlColumns } from './columns';
import { guessed, NO_GOLDS } from '../losses';

/**
 * Completions that TRL's GRPO and RLOO trainers log: `completions/completions_00010.parquet`, or the same table from
 * a tracker. Older versions (and Unsloth's copies) log `step`, `prompt`, `completion` and `reward`.
 */
export const trlParquet: Container = {
  id: 'trl-parquet',
  title: "TRL's logged completions",
  holds: 'rollouts',
  framings: ['rows', 'lines', 'json'],
  recognise(sample) {
    const fits = (record: JsonObject): boolean => 'advantage' in record || 'reward' in record;
    const found = evidenceOfKeys(sample, ['step', 'prompt', 'completion'], 0.92, fits);
    if (!found) return null;
    const { rewards } = trlColumns(valuesOf(sample));
    const list = rewards.map((name) => `\`${name}\``).join(', ');
    return rewards.length === 0 ? found : { ...found, because: `${found.because}; rewards in ${list}` };
  },
  reader(sample) {
    const columns = trlColumns(valuesOf(sample));
    const as = (kind: 'text' | 'messages'): RecordReader =>
      readerAt(
        { kind, path: ['completion'], prompt: ['prompt'], weight: 1, because: '' },
        { question: [], golds: [], score: [], step: [['step']], group: [] },
      );
    const texts = as('text');
    const messages = as('messages');
    return (record, value, file) => {
      if (!isObject(value))
        return broken(record, `the record is ${kindOf(value)}, not an object with \`completion\``);
      const read = (Array.isArray(value['completion']) ? messages : texts)(record, value, file);
      if (read.rollouts.length === 0) return read;
      const rollouts = read.rollouts.map((rollout) => withGroup(rollout, value, columns));
      return { ...read, rollouts, losses: lossesOf(value, columns) };
    };
  },
};

function valuesOf({ records }: FileSample): unknown[] {
  return records.map(({ value }) => value).filter((value) => value !== undefined);
}

/** Characters of a hash that name a group. */
const GROUP_LENGTH = 12;

/** Puts score, step and group first. The group is that of equal prompts within a step: TRL keeps no id of it. */
function withGroup(rollout: RolloutSource, value: JsonObject, columns: TrlColumns): RolloutSource {
  const prompt = JSON.stringify(value['prompt'] ?? null);
  const score = totalOf(value, columns);
  const { step } = rollout.recorded;
  const name = createHash('sha256').update(prompt).digest('hex').slice(0, GROUP_LENGTH);
  const group = `${typeof step === 'number' ? step : ''}:${name}`;
  const rest = without(rollout.recorded, 'score', 'step', 'group');
  return { ...rollout, recorded: { ...(score === null ? {} : { score }), step, group, ...rest } };
}

const GROUPED = guessed('the group: rows with the same prompt in the same step');
const SUMMED = guessed('the score: the sum of the reward columns, which TRL logs without their weights');

function lossesOf(value: JsonObject, { rewards }: TrlColumns): Loss[] {
  const summed = value['reward'] === undefined && rewards.length > 1;
  return [GROUPED, ...(summed ? [SUMMED] : []), NO_GOLDS];
}
