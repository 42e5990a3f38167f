import { jobStream, type EventData, type StreamEvent } from '../../core/protocol/bridge/events';
import {
  infoOf,
  isTerminal,
  mayBecome,
  type JobInfo,
  type JobState,
  type Reason,
} from '../../core/protocol/bridge/jobs';
import { EventLog } from '../event-log';
import { jobFiles, writeRecord, type JobRecord } from './record';

/** What comes with a new state. */
export interface Outcome {
  readonly reason?: Reason | null;
  readonly exit_code?: number | null;
  readonly signal?: string | null;
  readonly stage?: string | null;
  readonly message?: string | null;
}

/** One job: its record, its stream of events, and the rule that states change along the edges alone. */
export class Job {
  readonly files;
  #events: EventLog | null = null;
  #record: JobRecord;
  /** The last state that the stream tells of. It is written first, so after a crash it may be ahead of the record. */
  #told: EventData['job.state'] | null = null;
  /** Whether the host has still to hear of it. */
  #isNews = false;

  constructor(
    readonly folder: string,
    record: JobRecord,
    /** Tells the whole host. */
    private readonly announce: (state: EventData['job.state']) => void,
    each: (event: StreamEvent) => void = () => undefined,
  ) {
    this.files = jobFiles(folder);
    this.#record = record;
    // The record of a job that is over was written after its last event.
    if (isTerminal(record.state)) return;
    this.#events = new EventLog(this.files.events, jobStream(record.job), (event) => {
      if (event.t === 'job.state') this.#told = event.d;
      each(event);
    });
    if (this.#told && this.#told.state !== record.state) this.#catchUp(this.#told);
  }

  /** The job's stream; opened when it is first asked for where the job is over. */
  get events(): EventLog {
    if (this.#events) return this.#events;
    this.#events = new EventLog(this.files.events, jobStream(this.id));
    if (this.isOver) this.#events.finish();
    return this.#events;
  }

  get id(): string {
    return this.#record.job;
  }

  get record(): JobRecord {
    return this.#record;
  }

  get state(): JobState {
    return this.#record.state;
  }

  get isOver(): boolean {
    return isTerminal(this.#record.state);
  }

  /** What clients see. */
  info(): JobInfo {
    return infoOf({ ...this.#record, seq: this.#events?.seq ?? this.#record.seq });
  }

  /** Tells the whole host the state once more, as it must be after a crash between the two streams. */
  announceAgain(): void {
    const { state, reason, exit_code, signal, message } = this.#record;
    this.announce(this.#stateData(state, null, { reason, exit_code, signal, message }));
  }

  /** Changes the record and nothing that clients see. */
  update(change: Partial<Pick<JobRecord, 'handle' | 'cancel' | 'queued' | 'cancel_requested'>>): void {
    const next = { ...this.#record, ...change };
    writeRecord(this.folder, next);
    this.#record = next;
  }

  /** Writes the first event of a new job. */
  begin(): void {
    writeRecord(this.folder, this.#record);
    this.#tell(this.#stateData('accepted', null, {}));
  }

  /**
   * Goes to another state: the event, then everyone, then the record. Throws for a step that is none, and what the file
   * system says; asked again after that it writes what is still missing, and no event twice. A job that is over by its
   * stream stays so.
   */
  become(state: JobState, outcome: Outcome = {}): void {
    if (this.#isNews || (this.#told && this.#told.state !== this.#record.state)) {
      this.#settle();
      if (this.isOver || this.state === state) return;
    }
    const from = this.#record.state;
    if (!mayBecome(from, state)) throw new RangeError(`job ${this.id} cannot go from ${from} to ${state}`);
    this.#tell(this.#stateData(state, from, outcome));
  }

  #stateData(state: JobState, previous: JobState | null, outcome: Outcome): EventData['job.state'] {
    return {
      job: this.id,
      state,
      previous,
      reason: outcome.reason ?? null,
      exit_code: outcome.exit_code ?? null,
      signal: outcome.signal ?? null,
      stage: outcome.stage ?? null,
      message: outcome.message ?? null,
      cancel_requested: this.#record.cancel_requested,
      recipe: this.#record.recipe,
      title: this.#record.title,
      name: this.#record.name,
    };
  }

  #tell(data: EventData['job.state']): void {
    this.events.append('job.state', data, true);
    this.#told = data;
    this.#isNews = true;
    this.#settle();
  }

  /** Brings everyone, and the record, to what the stream says. */
  #settle(): void {
    if (!this.#told) return;
    if (this.#isNews) this.announce(this.#told);
    this.#isNews = false;
    this.#catchUp(this.#told);
    if (this.isOver) this.#events?.finish();
  }

  /** Brings the record to what the stream says. */
  #catchUp({ state, reason, exit_code, signal, message }: EventData['job.state']): void {
    const now = Date.now();
    const begun = state === 'starting' || state === 'running';
    const next: JobRecord = {
      ...this.#record,
      ...{ state, reason, exit_code, signal, message },
      started_ms: this.#record.started_ms ?? (begun ? now : null),
      ended_ms: isTerminal(state) ? now : null,
      seq: this.#events?.seq ?? this.#record.seq,
    };
    writeRecord(this.folder, next);
    this.#record = next;
  }

  close(): void {
    this.#events?.close();
    this.#events = null;
  }
}
