import { toWire } from '../../core/protocol/bridge/events';
import type { JobInfo } from '../../core/protocol/bridge/jobs';
import type { Connection, JobHead, JobUpdate, MetricPoints } from '../../core/protocol/panels/training';
import type { JobView } from '../../core/training/job-view';
import { columnsOf } from '../../core/training/metric-columns';

/** What one page has been told of a job: each update holds only what it lacks, so every point is sent once. */
export class Updates {
  private readonly sent = new Map<string, number>();
  private history = 0;
  private seq = 0;

  constructor(private readonly info: JobInfo) {}

  next(view: JobView, history: number, connection: Connection): JobUpdate {
    const reset = history !== this.history || view.seq < this.seq;
    if (reset) this.sent.clear();
    this.history = history;
    this.seq = view.seq;
    return { connection, head: view.seq === 0 ? null : this.head(view), reset, points: this.points(view) };
  }

  private head(view: JobView): JobHead {
    const stageTitles = Object.fromEntries(this.info.stages.map(({ id, title }) => [id, title]));
    return { ...withoutPoints(view), params: this.info.params, stageTitles };
  }

  private points(view: JobView): MetricPoints[] {
    return [...view.metrics].flatMap(([name, columns]) => {
      const from = this.sent.get(name) ?? 0;
      if (columns.count === from) return [];
      this.sent.set(name, columns.count);
      const { steps, values } = columnsOf(columns, from);
      return [{ name, from, steps, values: values.map(toWire) }];
    });
  }
}

/** What of a view goes into every update: all but the points, and what only their reader needs. */
function withoutPoints(view: JobView): Omit<JobView, 'metrics' | 'names'> {
  const entries = Object.entries(view).filter(([key]) => key !== 'metrics' && key !== 'names');
  return Object.fromEntries(entries) as unknown as Omit<JobView, 'metrics' | 'names'>;
}
