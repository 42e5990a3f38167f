import type { StreamEvent } from '../../core/protocol/bridge/events';
import type { RunnerFile } from '../runner/files';
import type { Job } from './job';

/** Tells every change of a job's stages once. */
export class StageTeller {
  readonly #told = new Map<string, string>();

  restore(event: StreamEvent): void {
    if (event.t === 'stage.state') this.#told.set(event.d.stage, event.d.state);
  }

  tell(job: Job, { stages }: RunnerFile): void {
    for (const { id, state, code, signal } of stages) {
      if (state === 'pending' || this.#told.get(id) === state) continue;
      job.events.append('stage.state', { job: job.id, stage: id, state, exit_code: code, signal });
      this.#told.set(id, state);
    }
  }
}
