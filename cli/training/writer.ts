import {
  fromWire,
  type EventData,
  type StreamEvent,
  type WireNumber,
} from '../../core/protocol/bridge/events';
import type { JobView } from '../../core/training/job-view';
import type { Io } from '../io';

/** How the events of a job are printed: lines for people, lines of JSON, or nothing until the end. */
export type WriterForm = 'text' | 'ndjson' | 'none';

/** The values of one step. */
interface Point {
  readonly step: number;
  readonly wall_ms: number | null;
  readonly values: Record<string, WireNumber>;
}

/** Prints events in order. */
export class JobWriter {
  #written: Promise<void> = Promise.resolve();
  #failure: Error | null = null;

  constructor(
    private readonly io: Io,
    private readonly form: WriterForm,
  ) {}

  event(event: StreamEvent, view: JobView): void {
    if (event.t === 'job.state') this.#state(event.d);
    if (event.t === 'warning') this.io.err(`warning: ${event.d.message}\n`);
    if (this.form === 'none') return;
    if (event.t === 'metric.batch') for (const point of pointsOf(event.d, view)) this.#point(point, view);
    else if (this.form === 'ndjson') {
      const { t, ts, d } = event;
      this.#out(`${JSON.stringify({ type: t, ts, ...d })}\n`);
    }
  }

  /** Resolves when all is written. */
  async flush(): Promise<void> {
    await this.#written;
    if (this.#failure) throw this.#failure;
  }

  #state({ job, state, reason, message }: EventData['job.state']): void {
    const why = message ?? (reason === null ? '' : reason);
    this.io.err(`job ${job}: ${state}${why === '' ? '' : ` (${why})`}\n`);
  }

  #point({ step, wall_ms, values }: Point, view: JobView): void {
    if (this.form === 'ndjson') {
      this.#out(`${JSON.stringify({ type: 'metrics', job: view.job, step, wall_ms, values })}\n`);
      return;
    }
    const shown = Object.entries(values).map(([name, value]) => `${name} ${shownNumber(fromWire(value))}`);
    const total = view.progress?.total ?? null;
    this.#out(`step ${step}${total === null ? '' : `/${total}`}  ${shown.join('  ')}\n`);
  }

  #out(text: string): void {
    this.#written = this.#written.then(
      () => this.io.out(text),
      (error: unknown) => {
        this.#failure ??= error instanceof Error ? error : new Error(String(error));
      },
    );
  }
}

/** The rows of a batch by step, in order. */
export function pointsOf({ rows }: EventData['metric.batch'], { names }: JobView): Point[] {
  const points: Point[] = [];
  for (const [number, step, value, wall_ms] of rows) {
    const name = names.get(number) ?? String(number);
    const last = points.at(-1);
    if (last?.step === step && !Object.hasOwn(last.values, name)) last.values[name] = value;
    else points.push({ step, wall_ms, values: { [name]: value } });
  }
  return points;
}

function shownNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(5)));
}
