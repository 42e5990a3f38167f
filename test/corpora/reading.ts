import { createHash } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { openRolloutFile } from '../../core/rollouts/open';
import type { Entry, OpenOptions, RolloutFile } from '../../core/rollouts/rollout-file';
import type { Rollout } from '../../core/trace/model';
import { corpus } from './corpora';

/** Everything a file holds. */
export interface Read {
  readonly file: RolloutFile;
  readonly entries: readonly Entry[];
  readonly rollouts: readonly Rollout[];
  readonly broken: number;
  readonly withoutText: number;
}

/** Reads a file, which is closed at the latest when the test ends. */
export async function read(name: string, options: OpenOptions = {}): Promise<Read> {
  const file = await openRolloutFile(corpus(name), options);
  onTestFinished(() => file.close());
  const entries: Entry[] = [];
  for await (const entry of file.entries()) entries.push(entry);
  return {
    file,
    entries,
    rollouts: entries.flatMap(({ rollouts }) => rollouts),
    broken: entries.filter(({ fault }) => fault !== null).length,
    withoutText: entries.filter(({ withoutText }) => withoutText !== null).length,
  };
}

/** First 16 digits of the SHA-256 of texts joined by NUL, as `hashlib` gives it. */
export function digest(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\0'), 'utf8').digest('hex').slice(0, 16);
}
