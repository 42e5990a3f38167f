import { join } from 'node:path';
import { AppendFile } from './append-file';
import { Bucket } from './bucket';

/** Refusals that are noted: so many a second, so many at once. Anyone on the host can be refused without end. */
const REFUSALS_A_SECOND = 0.5;
const REFUSALS_AT_ONCE = 60;

/** What was asked of the bridge, for its owner: `audit.jsonl`. Never a token. */
export class Audit {
  readonly #file: AppendFile;
  readonly #refusals = new Bucket(REFUSALS_A_SECOND, REFUSALS_AT_ONCE);
  #leftOut = 0;

  constructor(
    folder: string,
    private readonly onError: (error: unknown) => void,
  ) {
    this.#file = new AppendFile(join(folder, 'audit.jsonl'));
  }

  note(
    what: 'connected' | 'refused' | 'launch' | 'cancel',
    details: Readonly<Record<string, unknown>>,
  ): void {
    if (what === 'refused' && this.#refusals.take() > 0) {
      this.#leftOut++;
      return;
    }
    try {
      const left_out = this.#leftOut > 0 ? { left_out: this.#leftOut } : {};
      this.#file.append(JSON.stringify({ ts: Date.now(), what, ...details, ...left_out }), false);
      this.#leftOut = 0;
    } catch (error) {
      // A full disk must not keep anyone from cancelling a job.
      this.onError(error);
    }
  }

  close(): void {
    this.#file.close();
  }
}
