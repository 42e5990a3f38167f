import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import type { FileCache } from '../files/file-cache';
import { LineMap } from '../places/line-map';
import { PlacedRollout } from '../places/placed-rollout';
import { wholeTextPlaces } from '../places/text-places';

/**
 * Reads the rollout that a virtual document shows from its file, where its golds and recorded values are. None while
 * the document still shows what the file held before it changed.
 */
export async function rolloutOfAddress(
  address: RolloutAddress,
  shown: string,
  files: FileCache,
): Promise<readonly PlacedRollout[]> {
  return files.use(address.file, async (handle) => {
    const { rollouts } = await handle.existingRecord(address.index);
    const rollout = rollouts.find((each) => each.rollout.sample === address.sample)?.rollout;
    if (!rollout || !isSame(rollout.text, shown)) return [];
    const places = wholeTextPlaces(new LineMap(rollout.text), rollout.text.length);
    return [new PlacedRollout(rollout, places, address)];
  });
}

/** Editors make all line ends of a document alike and replace lone surrogates; neither moves a position. */
function isSame(own: string, shown: string): boolean {
  return own.length === shown.length || normalised(own).length === normalised(shown).length;
}

function normalised(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
