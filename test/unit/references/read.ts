import type { Rollout } from '../../../core/trace/model';
import type { Entry, RolloutFile } from '../../../core/rollouts/rollout-file';
import { entriesOf, opened } from '../rollouts/opened';

/** A file of some content, all its entries, and their rollouts in order. */
export async function all(
  name: string,
  content: string,
): Promise<{ readonly file: RolloutFile; readonly entries: Entry[]; readonly rollouts: Rollout[] }> {
  const file = await opened(name, content);
  const entries = await entriesOf(file);
  return { file, entries, rollouts: entries.flatMap(({ rollouts }) => rollouts) };
}
