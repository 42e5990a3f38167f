import { join } from 'node:path';
import { AppendFile } from './append-file';

/** What was asked of the bridge, for its owner: `audit.jsonl`. Never a token. */
export class Audit {
  readonly #file: AppendFile;

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
    try {
      this.#file.append(JSON.stringify({ ts: Date.now(), what, ...details }), false);
    } catch (error) {
      // A full disk must not keep anyone from cancelling a job.
      this.onError(error);
    }
  }

  close(): void {
    this.#file.close();
  }
}
