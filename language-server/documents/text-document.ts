import { basename } from 'node:path';
import { memorySource } from '../../core/containers/memory-source';
import { openRolloutSource } from '../../core/rollouts/open';
import type { OpenOptions } from '../../core/rollouts/rollout-file';
import type { RecordPlace } from '../../core/trace/model';
import { Pacer } from '../host/pause';
import { uriParts } from '../host/uris';
import { LineMap } from '../places/line-map';
import { PlacedRollout } from '../places/placed-rollout';
import { textRecordPlaces } from '../places/text-places';

/** Reads the rollouts of a plain text document, as it stands in the editor. */
export async function rolloutsOfText(
  uri: string,
  text: string,
  options: OpenOptions,
): Promise<readonly PlacedRollout[]> {
  if (text === '') return [];
  const name = basename(uriParts(uri)?.path ?? uri);
  const source = memorySource(name, text);
  const file = await openRolloutSource(name, source, { ...options, container: 'plain-text' });
  const lines = new LineMap(text);
  const feeds = lineFeeds(text);
  const pacer = new Pacer();
  const placed: PlacedRollout[] = [];
  for await (const { place, rollouts } of file.entries(0, options.signal)) {
    const start = startOf(place, feeds);
    for (const rollout of rollouts) {
      placed.push(new PlacedRollout(rollout, textRecordPlaces(lines, start, rollout.parts), null));
    }
    await pacer.pause(options.signal);
  }
  return placed;
}

/** Offsets of the lines of a text that end with a line feed, which is how records count lines. */
function lineFeeds(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function startOf({ line, character = 0 }: RecordPlace, feeds: readonly number[]): number {
  return (feeds[line] ?? 0) + character;
}
