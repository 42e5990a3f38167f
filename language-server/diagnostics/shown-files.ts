import type { Diagnostic } from 'vscode-languageserver';
import type { FileCache } from '../files/file-cache';
import { LARGEST_TEXT, MOST_FINDINGS } from '../files/limits';
import type { Guard } from '../host/guard';
import type { TakeBatch, WorkerClient } from '../worker/worker-client';
import { moreDiagnostic } from './diagnostic';
import type { Publish } from './document-diagnostics';

/** The findings of JSON and JSONL files that are open in an editor, worked out in the worker as a whole. */
export class ShownFiles {
  private readonly shown = new Map<string, AbortController>();

  constructor(
    private readonly files: FileCache,
    private readonly worker: WorkerClient,
    private readonly publish: Publish,
    private readonly guard: Guard,
  ) {}

  /** The file is shown, or was saved: its findings are worked out anew. */
  show(uri: string): void {
    this.shown.get(uri)?.abort();
    const controller = new AbortController();
    this.shown.set(uri, controller);
    this.guard.background('findings of a file', this.work(uri, controller.signal));
  }

  /** The file is no longer shown. */
  close(uri: string): void {
    this.shown.get(uri)?.abort();
    if (this.shown.delete(uri)) this.publish(uri, undefined, []);
  }

  /** The file has changed on disk. */
  changed(uri: string): void {
    if (this.shown.has(uri)) this.show(uri);
  }

  /** What counts as a finding has changed. */
  again(): void {
    for (const uri of [...this.shown.keys()]) this.show(uri);
  }

  stop(): void {
    for (const controller of this.shown.values()) controller.abort();
    this.shown.clear();
  }

  private async work(uri: string, signal: AbortSignal): Promise<void> {
    try {
      const { path, size, options } = await this.files.use(uri, ({ file, options }) =>
        Promise.resolve({ path: file.path, size: file.size, options }),
      );
      signal.throwIfAborted();
      if (size > LARGEST_TEXT) return this.publish(uri, undefined, []);
      const begin = (): TakeBatch => {
        const found: Diagnostic[] = [];
        return (batch) => {
          if (batch.kind !== 'findings' || signal.aborted) return;
          found.push(...batch.diagnostics);
          const closing = batch.left > 0 && batch.next ? [moreDiagnostic(batch.left, batch.next)] : [];
          this.publish(uri, undefined, [...found, ...closing]);
        };
      };
      await this.worker.run({ kind: 'findings', path, uri, options, most: MOST_FINDINGS }, begin, signal);
    } catch (error) {
      // What was found in a file that is gone no longer holds.
      if (!signal.aborted) this.publish(uri, undefined, []);
      throw error;
    }
  }
}
