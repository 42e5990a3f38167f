import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openRolloutFile } from '../../../core/rollouts/open';
import type { Rollout } from '../../../core/trace/model';
import type { LabelFile } from '../../make/labels';

const labels = resolve(import.meta.dirname, '../../fixtures/labels');

/** The labels of every generated file whose records are all sound. */
export function labelFiles(): LabelFile[] {
  return readdirSync(labels)
    .filter((name) => name.endsWith('.json') && !name.startsWith('broken'))
    .map((name) => JSON.parse(readFileSync(resolve(labels, name), 'utf8')) as LabelFile);
}

/** Every rollout of a file, in order. */
export async function rolloutsOf(path: string): Promise<Rollout[]> {
  const file = await openRolloutFile(path);
  const rollouts: Rollout[] = [];
  for await (const entry of file.entries()) rollouts.push(...entry.rollouts);
  await file.close();
  return rollouts;
}
