import { unreadable } from '../../core/containers/file-source';
import type { OpenOptions } from '../../core/rollouts/rollout-file';
import { missing, versionOf } from '../files/version';
import { ByteLru } from '../host/byte-lru';
import type { TakeBatch, WorkerClient } from '../worker/worker-client';
import { FileRewards } from './file-rewards';
import type { SelectedFile } from './selection';

/** Bytes of columns kept: those of 3.5 million rollouts. */
const MOST_BYTES = 128 * 1024 * 1024;

/** What the rewards of a file depend on. */
export interface RewardRequest extends SelectedFile {
  readonly options: OpenOptions;
  /** Id of a known profile, or `auto`. */
  readonly profile: string;
}

interface Kept {
  readonly version: string;
  readonly rewards: FileRewards;
}

/** One reading of a file, for everyone who wants it meanwhile. */
interface Run {
  readonly version: string;
  /** Later runs have greater numbers: one that another has followed is not kept. */
  readonly generation: number;
  readonly controller: AbortController;
  readonly waiting: Set<Hear>;
  rewards: FileRewards;
  done: Promise<FileRewards>;
}

/** Hears of what was read so far. */
type Hear = (rewards: FileRewards) => void;

/**
 * The rewards of files, read in the worker and kept as columns while they are used and the file on disk stays the
 * same. Several who want the same at a time share one run, which ends when none of them wants it any longer.
 */
export class RewardFiles {
  private readonly kept: ByteLru<string, Kept>;
  private readonly running = new Map<string, Run>();
  private generations = 0;

  constructor(
    private readonly worker: Pick<WorkerClient, 'run'>,
    limit = MOST_BYTES,
  ) {
    this.kept = new ByteLru(limit);
  }

  /** Rewards of a file as it is now. Rejects where it cannot be read, and with the signal's reason. */
  async of(request: RewardRequest, signal: AbortSignal, hear: Hear = () => undefined): Promise<FileRewards> {
    signal.throwIfAborted();
    const version = await versionOf(request.path);
    if (version === null) throw unreadable(request.path, await missing(request.path));
    const key = keyOf(request);
    const known = this.kept.get(key);
    if (known?.version === version) return known.rewards;
    this.kept.delete(key);
    const running = this.running.get(key);
    const run = running?.version === version ? running : this.start(key, version, request);
    return wanted(run, signal, hear);
  }

  private start(key: string, version: string, request: RewardRequest): Run {
    const controller = new AbortController();
    const generation = ++this.generations;
    const rewards = new FileRewards(request.uri);
    const run: Run = {
      version,
      generation,
      controller,
      waiting: new Set(),
      rewards,
      done: Promise.resolve(rewards),
    };
    run.done = this.read(key, run, request);
    // Whoever waits is told; when nobody does, nobody needs to be.
    run.done.catch(() => undefined);
    this.running.set(key, run);
    controller.signal.addEventListener('abort', () => this.forget(key, run), { once: true });
    return run;
  }

  private async read(key: string, run: Run, request: RewardRequest): Promise<FileRewards> {
    const begin = (): TakeBatch => {
      run.rewards = new FileRewards(request.uri);
      return (batch) => {
        if (batch.kind !== 'rewards') return;
        run.rewards.take(batch.chunk, batch.facts);
        for (const hear of [...run.waiting]) hear(run.rewards);
      };
    };
    try {
      const { path, options, profile } = request;
      await this.worker.run({ kind: 'rewards', path, options, profile }, begin, run.controller.signal);
      const { rewards } = run;
      rewards.columns.trim();
      const still = await versionOf(request.path);
      if (still === run.version && this.running.get(key)?.generation === run.generation) {
        this.kept.set(key, { version: run.version, rewards }, rewards.bytes);
      }
      return rewards;
    } finally {
      this.forget(key, run);
    }
  }

  private forget(key: string, { generation }: Run): void {
    if (this.running.get(key)?.generation === generation) this.running.delete(key);
  }
}

/** Waits for a run; the last who no longer does ends it. */
async function wanted(run: Run, signal: AbortSignal, hear: Hear): Promise<FileRewards> {
  signal.throwIfAborted();
  run.waiting.add(hear);
  let leave = (): void => undefined;
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([run.done, left]);
  } finally {
    signal.removeEventListener('abort', leave);
    run.waiting.delete(hear);
    if (run.waiting.size === 0 && signal.aborted) run.controller.abort(signal.reason);
  }
}

function keyOf({ path, options, profile }: RewardRequest): string {
  const { dialect = null, container = null, fields = null } = options;
  return JSON.stringify([path, profile, dialect, container, fields]);
}
