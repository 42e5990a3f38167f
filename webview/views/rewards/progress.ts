import type { CurveProgress } from '../../../core/protocol/rewards';
import { whole } from '../../base/words';

/** What is told of work under way: how far, how fast, how long still. */
export interface Pace {
  /** Milliseconds since it began. */
  readonly elapsed: number;
  readonly progress: Pick<CurveProgress, 'bytes' | 'bytesTotal' | 'files' | 'filesTotal' | 'rollouts'>;
}

/** Milliseconds before a rate says anything. */
const SOON = 500;

/** `3 of 20 files, 12.5 of 100 MB, 8,000 rollouts, 45 MB/s, about 2 s left`. */
export function paceWords({ elapsed, progress }: Pace): string {
  const { bytes, bytesTotal, files, filesTotal, rollouts } = progress;
  const words = [
    `${files} of ${filesTotal} ${filesTotal === 1 ? 'file' : 'files'}`,
    `${megabytes(bytes)} of ${megabytes(bytesTotal)} MB`,
    `${whole(rollouts)} rollouts`,
  ];
  if (elapsed >= SOON && bytes > 0) {
    const rate = bytes / elapsed;
    words.push(`${megabytes(rate * 1000)} MB/s`);
    if (bytes < bytesTotal) words.push(`about ${duration((bytesTotal - bytes) / rate)} left`);
  }
  return words.join(', ');
}

/** Three digits that matter, of a number of bytes in millions. */
function megabytes(bytes: number): string {
  const value = bytes / 1e6;
  return value >= 100 ? whole(value) : String(Number(value.toPrecision(3)));
}

/** `4 s`, `2 min`, `1.5 h`, of milliseconds, rounded up. */
function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Number((minutes / 60).toFixed(1))} h`;
}
