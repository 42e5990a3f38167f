import { memorySource } from '../../../core/containers/memory-source';
import { openRolloutSource } from '../../../core/rollouts/open';
import type { Entry, OpenOptions, RolloutFile } from '../../../core/rollouts/rollout-file';

/** Opens text as a file of some name. */
export function opened(
  name: string,
  content: string | Uint8Array,
  options: OpenOptions = {},
): Promise<RolloutFile> {
  return openRolloutSource(name, memorySource(name, content), options);
}

/** All entries of a file. */
export async function entriesOf(file: RolloutFile, from = 0): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of file.entries(from)) entries.push(entry);
  return entries;
}

/** The values as JSON Lines. */
export function jsonl(...values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
