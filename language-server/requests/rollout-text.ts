import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import { type FilePlace, requests } from '../../core/protocol/server';
import type { FileHandle } from '../files/file-handle';
import type { PlacedRecord } from '../files/placed-record';
import type { PlacedRollout } from '../places/placed-rollout';
import { UserError } from '../host/user-error';
import type { FileRequest } from './file-request';

/** Own text of one rollout. */
export const rolloutText: FileRequest<RolloutAddress, { readonly text: string }> = {
  name: requests.rolloutText,
  async answer({ handle, signal }, address) {
    const record = await handle.existingRecord(address.index, signal);
    return { text: rolloutIn(handle, record, address).rollout.text };
  },
};

/** Where an offset of a rollout's own text stands in its file; of a record that cannot be read, where that begins. */
export const sourcePlace: FileRequest<RolloutAddress & { readonly offset: number }, FilePlace> = {
  name: requests.sourcePlace,
  async answer({ handle, signal }, address) {
    const record = await handle.existingRecord(address.index, signal);
    if (record.rollouts.length === 0) {
      const { line, character = 0, byteStart: byte } = record.entry.place;
      return { file: address.file, position: { line, character }, byte };
    }
    const at = numberIn(handle, record, address);
    const length = record.rollouts[at]?.rollout.text.length ?? 0;
    const offset = Math.min(Math.max(0, address.offset), length);
    const place = record.positionsOf(at)?.toFile(offset) ?? { byte: 0, line: 0, character: 0 };
    return {
      file: address.file,
      position: { line: place.line, character: place.character },
      byte: place.byte,
    };
  },
};

/** A rollout of a record; fails with a sentence where it is not there. */
export function rolloutIn(handle: FileHandle, record: PlacedRecord, address: RolloutAddress): PlacedRollout {
  const placed = record.rollouts[numberIn(handle, record, address)];
  if (!placed) throw new UserError(`${handle.file.path} has no rollout #${address.index}`);
  return placed;
}

/** Number of a rollout in its record; fails with a sentence where it is not there. */
function numberIn(
  { file }: FileHandle,
  { entry, rollouts }: PlacedRecord,
  { index, sample }: RolloutAddress,
): number {
  const at = rollouts.findIndex(({ rollout }) => rollout.sample === sample);
  if (at >= 0) return at;
  const where = `${file.path}, record #${index} (line ${entry.place.line + 1})`;
  if (rollouts.length > 0)
    throw new UserError(`${where} holds ${rollouts.length} rollouts; there is no #${index}.${sample}`);
  if (entry.fault)
    throw new UserError(`${where} cannot be read: ${entry.fault.message} (byte ${entry.fault.byte})`);
  throw new UserError(`${where} holds no rollout: ${entry.withoutText ?? 'no text was found in it'}`);
}
