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
  private bytes = 0;
  private at = 0;
  private known: readonly FileRewards[] = [];
  private next = 0;
  private working: Promise<void> | null = null;
  /** What kept a curve from being worked out; told once the run is over. */
  private failure: { readonly cause: unknown } | null = null;

  constructor(
    private readonly generation: number,
    private readonly signal: AbortSignal,
    private readonly report: (progress: CurveProgress) => void,
  ) {}

  /** The files are known. */
  async begin(selected: readonly SelectedFile[]): Promise<void> {
    this.sizes = await Promise.all(selected.map(({ path }) => sizeOf(path)));
    this.bytesTotal = this.sizes.reduce((sum, size) => sum + size, 0);
    this.next = performance.now() + CURVE_MS;
    this.say(null);
  }

  /** More of a file was read; `files` are those before it that hold rollouts. */
  hear(files: readonly FileRewards[], partial: FileRewards): void {
    this.known = partial.facts.holds ? [...files, partial] : files;
    this.bytes = Math.min(partial.facts.bytes, this.sizes[this.at] ?? 0);
    this.go();
  }

  /** A file is done; `files` are those so far that hold rollouts. */
  finished(files: readonly FileRewards[]): void {
    this.bytesBefore += this.sizes[this.at] ?? 0;
    this.bytes = 0;
    this.at++;
    this.known = [...files];
    this.go();
  }

  /** Waits for a curve that is being worked out, so that none comes after the result. */
  async settled(): Promise<void> {
    await this.working;
    if (this.failure) throw this.failure.cause;
  }

  private go(): void {
    this.say(null);
    if (this.working || performance.now() < this.next) return;
    this.working = this.work(this.known).finally(() => (this.working = null));
  }

  private say(points: readonly CurvePoint[] | null): void {
    const { generation, bytesBefore, bytes, bytesTotal, at, sizes, known } = this;
    this.report({
      generation,
      bytes: bytesBefore + bytes,
      bytesTotal,
      files: at,
      filesTotal: sizes.length,
      rollouts: known.reduce((sum, { columns }) => sum + columns.length, 0),
      points,
    });
  }

  /** Works a curve out, and waits the longer for the next the longer that took. Never rejects. */
  private async work(files: readonly FileRewards[]): Promise<void> {
    const begun = performance.now();
    try {
      this.say(await pointsOf(files, new Pacer(), this.signal));
    } catch (cause) {
      this.failure = { cause };
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
