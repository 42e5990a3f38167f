import type { Diagnostic } from 'vscode-languageserver';
import type { DocumentSource, RolloutDocuments } from '../documents/rollout-documents';
import { collect } from '../features/provider';
import { MOST_FINDINGS } from '../files/limits';
import type { Guard } from '../host/guard';
import { capped, findingDiagnostics } from './diagnostic';

/** Wait after the last keystroke. */
const DEBOUNCE_MS = 250;

/** Tells the client the diagnostics of a document as of one version of it. */
export type Publish = (uri: string, version: number | undefined, diagnostics: Diagnostic[]) => void;

/** Pushes the findings of `rollout` documents shortly after each change, never those of an older version. */
export class DocumentDiagnostics {
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly documents: DocumentSource,
    private readonly rollouts: RolloutDocuments,
    private readonly publish: Publish,
    private readonly guard: Guard,
  ) {}

  schedule(uri: string): void {
    clearTimeout(this.timers.get(uri));
    const timer = setTimeout(() => {
      this.timers.delete(uri);
      this.guard.background('diagnostics', this.push(uri));
    }, DEBOUNCE_MS);
    this.timers.set(uri, timer);
  }

  /** The document was closed. */
  clear(uri: string): void {
    clearTimeout(this.timers.get(uri));
    this.timers.delete(uri);
    this.publish(uri, undefined, []);
  }

  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  private async push(uri: string): Promise<void> {
    const version = this.documents(uri)?.version;
    if (version === undefined) return;
    const found = await collect(this.guard, findingDiagnostics, await this.rollouts.of(uri));
    if (this.documents(uri)?.version === version) this.publish(uri, version, capped(found, MOST_FINDINGS));
  }
}
