import { parseFields } from '../../core/containers/fields/field-map';
import type { MappingPreview, PreviewParams } from '../../core/protocol/records';
import { requests } from '../../core/protocol/server';
import { LossGatherer } from '../../core/rollouts/loss-report';
import type { RolloutFile } from '../../core/rollouts/rollout-file';
import type { Rollout } from '../../core/trace/model';
import { visible } from '../../core/visible';
import { originOf } from '../files/origin';
import { shortened } from '../features/words';
import { Pacer } from '../host/pause';
import { UserError } from '../host/user-error';
import type { FileRequest } from '../requests/file-request';

/** Records that a map is tried on, and the longest text that is shown. */
const TRIED = 50;
const LONGEST = 200_000;

/** What a field map makes of a file: its first rollout, with what was found of it. */
export const previewMapping: FileRequest<PreviewParams, MappingPreview> = {
  name: requests.previewMapping,
  async answer({ handle, memory, signal }, { file: uri, fields: written }) {
    const fields = parseFields(written);
    if (typeof fields === 'string') throw new UserError(fields);
    const { dialect, severities = {} } = handle.options;
    const options = { severities, fields, signal, ...(dialect === undefined ? {} : { dialect }) };
    const file = await originOf(uri, memory).open(options);
    try {
      return await previewOf(file, signal);
    } finally {
      await file.close();
    }
  },
};

async function previewOf(file: RolloutFile, signal: AbortSignal): Promise<MappingPreview> {
  const pacer = new Pacer();
  const losses = new LossGatherer(file);
  let first: Rollout | null = null;
  let reason: string | null = null;
  let records = 0;
  let rollouts = 0;
  for await (const entry of file.entries(0, signal)) {
    losses.add(entry);
    records++;
    rollouts += entry.rollouts.length;
    first ??= entry.rollouts[0] ?? null;
    reason ??= entry.fault?.message ?? entry.withoutText;
    if (records >= TRIED) break;
    await pacer.pause(signal);
  }
  if (!first) {
    const why = reason === null ? 'the file holds no record' : reason;
    throw new UserError(`with these fields the first ${records} records hold no rollout: ${why}`);
  }
  const lines = losses
    .report()
    .lines.map(({ kind, sentence }) => visible(`${kind}: ${sentence}`.replaceAll('`', '')));
  return { text: shownRollout(first, file, lines), records, rollouts, losses: lines };
}

/** A rollout as a document: what is known of it, then its text. */
function shownRollout(rollout: Rollout, file: RolloutFile, losses: readonly string[]): string {
  const { id, question, golds, answer, recorded, turns, text } = rollout;
  const searches = turns.reduce((sum, turn) => sum + turn.searches.length, 0);
  const documents = turns.reduce((sum, turn) => sum + turn.documents.length, 0);
  const facts: readonly (readonly [string, string | null])[] = [
    ['rollout', id],
    ['question', question],
    ['golds', golds.length > 0 ? golds.join(' | ') : null],
    ['answer', answer?.text ?? null],
    ['score', valueOf(recorded['score'])],
    ['step', valueOf(recorded['step'])],
    ['group', valueOf(recorded['group'])],
    ['id', valueOf(recorded['id'])],
    ['dialect', file.dialect.chosen.title],
    ['turns', `${turns.length}, searches ${searches}, documents ${documents}`],
  ];
  const head = facts.map(
    ([name, value]) => `${name.padEnd(10)}${value === null ? '–' : shortened(value, 300)}`,
  );
  const cut = text.length > LONGEST ? `\n… and ${text.length - LONGEST} characters more` : '';
  return visible([...head, ...losses, '', text.slice(0, LONGEST)].join('\n') + cut);
}

function valueOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}
