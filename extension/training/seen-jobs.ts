import type { Seen } from './link';

/** Milliseconds that pass between an event and the write that says it was processed. */
const SAVE_MS = 500;

/**
 * The jobs that this workspace follows, and up to which event each was processed. Kept over reloads by the bridge's
 * id, so that the end of a job is told once, and is told also where it came while no window was open.
 */
export class SeenJobs {
  private host: string | null = null;
  /** Of the bridge that we are connected to, as it is now. */
  private now = new Map<string, number>();
  /** The same as an earlier window left it: what is beyond is news. */
  private before: ReadonlyMap<string, number> = new Map();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private stored: Seen,
    private readonly write: (seen: Seen) => void,
  ) {}

  get jobs(): readonly string[] {
    return [...this.now.keys()];
  }

  /** The bridge said who it is. Returns the jobs to follow that were not followed yet. */
  open(host: string): readonly string[] {
    if (this.host === host) return [];
    this.host = host;
    this.before = new Map(Object.entries(this.stored[host] ?? {}));
    const added = [...this.before.keys()].filter((job) => !this.now.has(job));
    for (const job of added) this.now.set(job, this.before.get(job) ?? 0);
    return added;
  }

  add(job: string, seq: number): void {
    this.now.set(job, seq);
    this.soon();
  }

  remove(job: string): void {
    this.now.delete(job);
    this.save();
  }

  /** An event was processed. Says whether no window before has processed it. */
  processed(job: string, seq: number): boolean {
    const last = this.now.get(job);
    if (last !== undefined && seq > last) {
      this.now.set(job, seq);
      this.soon();
    }
    return seq > (this.before.get(job) ?? 0);
  }

  save(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.host === null) return;
    this.stored = { ...this.stored, [this.host]: Object.fromEntries(this.now) };
    // A bridge without a job to follow need not be remembered.
    const kept = Object.entries(this.stored).filter(([, jobs]) => Object.keys(jobs).length > 0);
    this.write(Object.fromEntries(kept));
  }

  private soon(): void {
    this.timer ??= setTimeout(() => this.save(), SAVE_MS);
  }
}
