import type { ProcessIdentity } from '../../core/training/process-identity';
import type { StagePlan } from '../../core/training/recipe/render';
import { signalGroup, signalProcess } from '../processes/signals';
import type { StopCause } from './files';

/**
 * The three phases of a stop. First the recipe's signal to the leader alone: helpers that die before the trainer make
 * it look crashed. After the grace SIGTERM to its group, and after `termMs` SIGKILL. What left the group is swept up
 * when the leader is gone.
 */
export class Stopping {
  phase: 1 | 2 | 3 = 1;
  #since = performance.now();
  readonly #signalled = new Set<string>();

  constructor(
    readonly cause: StopCause,
    private readonly stop: StagePlan['stop'],
    private readonly termMs: number,
    private readonly changed: () => void,
  ) {}

  /** Called again and again while the leader lives. `now` skips to the last phase. */
  advance(leader: ProcessIdentity, now: boolean): void {
    const waited = performance.now() - this.#since;
    if (now && this.phase < 3) this.#enter(3);
    else if (this.phase === 1 && waited > this.stop.graceMs) this.#enter(2);
    else if (this.phase === 2 && waited > this.termMs) this.#enter(3);
    // Once a phase: a second SIGINT makes many programs give up saving.
    const key = `${this.phase} ${leader.pid} ${leader.start ?? ''}`;
    if (this.phase < 3 && this.#signalled.has(key)) return;
    this.#signalled.add(key);
    if (this.phase === 1) signalProcess(leader, this.stop.signal);
    else signalGroup(leader, this.phase === 2 ? 'SIGTERM' : 'SIGKILL');
  }

  #enter(phase: 2 | 3): void {
    this.phase = phase;
    this.#since = performance.now();
    this.changed();
  }
}
