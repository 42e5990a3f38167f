import type { StreamEvent } from '../../core/protocol/bridge/events';
import type { Job } from './job';

/** The warnings of a job: each code is told once. */
export class Warnings {
  readonly #told = new Set<string>();

  restore(event: StreamEvent): void {
    if (event.t === 'warning') this.#told.add(event.d.code);
  }

  once(job: Job, code: string, message: string): void {
    if (this.#told.has(code)) return;
    job.events.append('warning', { job: job.id, code, message, count: 1 });
    this.#told.add(code);
  }
}
