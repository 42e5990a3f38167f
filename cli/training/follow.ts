import { isTerminal, type JobInfo } from '../../core/protocol/bridge/jobs';
import type { StreamEvent } from '../../core/protocol/bridge/events';
import type { BridgeClient } from '../../core/training/client/bridge-client';
import { textOfLog } from '../../core/training/client/log-reader';
import { emptyJobView, reduceJob, type JobView } from '../../core/training/job-view';
import type { Io } from '../io';
import type { JobWriter } from './writer';
import { messageOf } from '../../core/message-of';

/** Follows one job: its events to a writer, its log to stderr. */
export class Follower {
  #view: JobView;
  #client: BridgeClient | null = null;
  #over: () => void = () => undefined;
  #leave: () => void = () => undefined;
  #interrupts = 0;
  readonly #ended = new Promise<void>((resolve) => {
    this.#over = resolve;
  });
  readonly #left = new Promise<'left'>((resolve) => {
    this.#leave = () => resolve('left');
  });

  constructor(
    private readonly io: Io,
    private readonly writer: JobWriter,
  ) {
    this.#view = emptyJobView('');
  }

  /** Takes an event of the client's. */
  take(event: StreamEvent): void {
    const view = reduceJob(this.#view, event);
    if (view === this.#view) return;
    this.writer.event(event, view);
    this.#view = view;
    if (isTerminal(view.state)) this.#over();
  }

  /**
   * Follows the job to its end, or until Ctrl+C was pressed twice; the first asks to cancel it. Resolves with what
   * was seen of it.
   */
  async follow(
    client: BridgeClient,
    { job }: JobInfo,
  ): Promise<{ readonly view: JobView; readonly left: boolean }> {
    this.#client = client;
    this.#view = emptyJobView(job);
    const interrupt = (): void => this.#interrupt(job);
    process.on('SIGINT', interrupt);
    client.subscribe(job);
    const reader = client.openLog(job, { offset: 0, generation: null });
    const log = this.#log(textOfLog(reader));
    try {
      const left = await Promise.race([this.#left, Promise.all([this.#ended, log])]);
      if (left === 'left') reader.close();
      await this.writer.flush();
      return { view: this.#view, left: left === 'left' };
    } finally {
      process.off('SIGINT', interrupt);
    }
  }

  async #log(text: AsyncIterable<string>): Promise<void> {
    for await (const piece of text) this.io.err(piece);
  }

  #interrupt(job: string): void {
    if (++this.#interrupts > 1) return this.#leave();
    this.io.err('\nasking the job to stop; Ctrl+C again leaves it to itself\n');
    this.#client
      ?.request('job.cancel', { job, mode: 'graceful', reason: 'interrupted' })
      .catch((error: unknown) => this.io.err(`${messageOf(error)}\n`));
  }
}
