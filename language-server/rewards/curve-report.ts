import { stat } from 'node:fs/promises';
import type { CurvePoint, CurveProgress } from '../../core/protocol/rewards';
import { Pacer } from '../host/pause';
import { pointsOf } from './curve';
import type { FileRewards } from './file-rewards';
import type { SelectedFile } from './selection';

/** Shortest time between two curves of what was read so far, in milliseconds. */
const CURVE_MS = 300;

/** Working out curves of what was read so far takes one part of the time in so many. */
const CURVE_SHARE = 10;

/** Says how far a curve is, with the curve of what was read so far every now and then. */
export class CurveReport {
  private sizes: readonly number[] = [];
  private bytesTotal = 0;
  private bytesBefore = 0;
  private at = 0;
  private next = 0;
  private working: Promise<void> | null = null;

  constructor(
    private readonly generation: number,
    private readonly signal: AbortSignal,
    private readonly report: (progress: CurveProgress) => void,
  ) {}

  /** The files are known. */
  async begin(files: readonly SelectedFile[]): Promise<void> {
    this.sizes = await Promise.all(files.map(({ path }) => sizeOf(path)));
    this.bytesTotal = this.sizes.reduce((sum, size) => sum + size, 0);
    this.next = performance.now() + CURVE_MS;
    this.say([], null, 0);
  }

  /** More of a file was read; `files` are those before it that hold rollouts. */
  hear(files: readonly FileRewards[], partial: FileRewards): void {
    this.say(partial.facts.holds ? [...files, partial] : files, null, partial.facts.bytes);
  }

  /** A file is done. */
  finished(files: readonly FileRewards[]): void {
    this.bytesBefore += this.sizes[this.at] ?? 0;
    this.at++;
    this.say([...files], null, 0);
  }

  /** Waits for a curve that is being worked out, so that none comes after the result. */
  async settled(): Promise<void> {
    await this.working;
  }

  private say(files: readonly FileRewards[], points: readonly CurvePoint[] | null, bytes: number): void {
    const { generation, bytesBefore, bytesTotal, at, sizes } = this;
    this.report({
      generation,
      bytes: Math.min(bytesBefore + bytes, bytesTotal),
      bytesTotal,
      files: at,
      filesTotal: sizes.length,
      rollouts: files.reduce((sum, { columns }) => sum + columns.length, 0),
      points,
    });
    if (points !== null || this.working || performance.now() < this.next) return;
    this.working = this.work(files, bytes).finally(() => (this.working = null));
  }

  /** Works a curve out, and waits the longer for the next the longer that took. Never rejects. */
  private async work(files: readonly FileRewards[], bytes: number): Promise<void> {
    const begun = performance.now();
    try {
      const points = await pointsOf(files, new Pacer(), this.signal);
      this.say(files, points, bytes);
    } catch (error) {
      // Only a cancelled run ends here, and its request says so.
      if (!this.signal.aborted) throw error;
    }
    const now = performance.now();
    this.next = now + Math.max(CURVE_MS, CURVE_SHARE * (now - begun));
  }
}

/** Bytes of a file; 0 where it cannot be looked at, which reading it will tell. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    return 0;
  }
}
