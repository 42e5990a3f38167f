import { rules } from '../../core/findings';
import type { RolloutDetail } from '../../core/protocol/rollout-detail';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import { requests } from '../../core/protocol/server';
import { answerFit } from '../../core/reward/answer-match';
import { scorerOf } from '../../core/reward/score';
import { waterfallOf } from '../../core/rollouts/timing';
import type { Entry } from '../../core/rollouts/rollout-file';
import type { Finding, Rollout } from '../../core/trace/model';
import { Cutter } from '../detail/cut';
import { recordedOf } from '../detail/recorded';
import { turnsOf } from '../detail/turns';
import type { FileHandle } from '../files/file-handle';
import type { FileRequest } from './file-request';
import { rolloutIn } from './rollout-text';

/** One rollout beside the table. A record that holds none still has a place, and a reason. */
export const rolloutDetail: FileRequest<RolloutAddress, RolloutDetail> = {
  name: requests.rolloutDetail,
  async answer({ handle, signal, profileFor }, { file, index, sample }) {
    const profile = await profileFor(file, null);
    const record = await handle.existingRecord(index, signal);
    signal.throwIfAborted();
    const { entry, rollouts } = record;
    const address = { file, index, sample };
    const place = placeOf(handle, entry);
    if (rollouts.length === 0 && sample === 0) return withoutRollout(handle, entry, address);
    const placed = rolloutIn(handle, record, address);
    const { rollout } = placed;
    const { id, question, golds, answer, container, dialect } = rollout;
    const cutter = new Cutter();
    return {
      ...address,
      id,
      question,
      golds,
      answer: answer?.text ?? null,
      answerRange: answer && { start: answer.start, end: answer.end },
      container,
      dialect,
      turns: await turnsOf(placed, cutter, signal),
      recorded: recordedOf(rollout.recorded, cutter),
      reward: rewardOf(rollout, profile),
      findings: rollout.findings.map(titled),
      waterfall: waterfallOf(rollout),
      place,
      fault: faultOf(entry),
    };
  },
};

function rewardOf(rollout: Rollout, choice: string): RolloutDetail['reward'] {
  const { profile, total, reason, components } = scorerOf(choice)(rollout);
  return {
    ...answerFit(rollout.answer?.text ?? null, rollout.golds),
    profile,
    total,
    reason,
    components: components.map(({ range, ...component }) =>
      range ? { ...component, range: { start: range.start, end: range.end } } : component,
    ),
  };
}

const TITLES: ReadonlyMap<string, string> = new Map(rules.map(({ id, title }) => [id, title]));

function titled(finding: Finding): RolloutDetail['findings'][number] {
  return { ...finding, title: TITLES.get(finding.rule) ?? finding.rule };
}

function placeOf({ file }: FileHandle, { place }: Entry): RolloutDetail['place'] {
  const { line, byteStart, byteEnd } = place;
  return { line: file.made ? null : line, byteStart, byteEnd };
}

function faultOf({ fault }: Entry): string | null {
  return fault && `${fault.message} (byte ${fault.byte})`;
}

function withoutRollout(handle: FileHandle, entry: Entry, address: RolloutAddress): RolloutDetail {
  const { name, container, dialect } = handle.file;
  const fault = faultOf(entry) ?? entry.withoutText ?? 'the record holds no rollout';
  return {
    ...address,
    id: `${name}#${address.index}`,
    question: null,
    golds: [],
    answer: null,
    answerRange: null,
    container: container.chosen.id,
    dialect: dialect.chosen.id,
    turns: [],
    recorded: [],
    reward: { profile: null, total: null, reason: fault, components: [], em: null, f1: null },
    findings: [],
    waterfall: null,
    place: placeOf(handle, entry),
    fault,
  };
}
