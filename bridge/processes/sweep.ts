import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessIdentity } from '../../core/training/process-identity';
import { identityOf } from '../../core/training/process-identity';
import { markedProcesses } from './marked';
import { signalGroup, signalProcess } from './signals';

/** Milliseconds between two passes, and after which the search is given up. */
const PASS_MS = 1000;
const LONGEST_MS = 15_000;

/** What a sweep found. */
export interface Swept {
  /** Processes that were killed. */
  readonly killed: number;
  /** Processes that live on all the same, as one that waits for a device in the kernel does. */
  readonly left: readonly number[];
}

/**
 * Kills what is left of a job: the groups of its stages, and every process that carries its marker, wherever it went.
 * Done after two empty passes a second apart, or after 15 seconds.
 */
export async function sweep(
  job: string,
  leaders: readonly ProcessIdentity[],
  options: { readonly since: string | null; readonly except: readonly number[] },
): Promise<Swept> {
  const except = new Set(options.except);
  const killed = new Set<string>();
  const end = performance.now() + LONGEST_MS;
  let empty = 0;
  for (;;) {
    for (const leader of leaders) signalGroup(leader, 'SIGKILL');
    const found = markedProcesses(job, options.since, except);
    for (const { pid, start } of found) {
      if (signalProcess({ ...identityOf(pid), start }, 'SIGKILL')) killed.add(`${pid} ${start}`);
    }
    empty = found.length === 0 ? empty + 1 : 0;
    if (empty >= 2) return { killed: killed.size, left: [] };
    if (performance.now() > end) return { killed: killed.size, left: found.map(({ pid }) => pid) };
    // The first pass usually finds nothing; the wait is for processes that fork while they are searched.
    await sleep(found.length === 0 ? PASS_MS : 100);
  }
}
