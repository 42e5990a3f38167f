import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileCache, OptionsSource } from '../files/file-cache';
import { addressOf } from '../host/uris';
import type { PlacedRollout } from '../places/placed-rollout';
import { rolloutsOfText } from './text-document';
import { rolloutOfAddress } from './virtual-document';

/** Finds the text that an editor shows. */
export type DocumentSource = (uri: string) => TextDocument | undefined;

interface Parsed {
  readonly version: number;
  readonly rollouts: Promise<readonly PlacedRollout[]>;
  readonly abort: AbortController;
}

/** The rollouts of open `rollout` documents, parsed once a version. */
export class RolloutDocuments {
  private readonly parsed = new Map<string, Parsed>();

  constructor(
    private readonly documents: DocumentSource,
    private readonly files: FileCache,
    private readonly optionsFor: OptionsSource,
  ) {}

  /** Rollouts of a document as the editor shows it now; none for a document that is not open. */
  async of(uri: string): Promise<readonly PlacedRollout[]> {
    const document = this.documents(uri);
    if (!document) return [];
    const known = this.parsed.get(uri);
    if (known?.version === document.version) return known.rollouts;
    known?.abort.abort();
    const abort = new AbortController();
    const rollouts = this.parse(document, abort.signal);
    const parsed = { version: document.version, rollouts, abort };
    this.parsed.set(uri, parsed);
    // A failure is told to who asked, and tried again by the next who asks.
    rollouts.catch(() => {
      if (this.parsed.get(uri) === parsed) this.parsed.delete(uri);
    });
    return rollouts;
  }

  forget(uri: string): void {
    this.parsed.get(uri)?.abort.abort();
    this.parsed.delete(uri);
  }

  /** Forgets what was read of a file, or everything. */
  forgetFile(file: string | null): void {
    for (const uri of [...this.parsed.keys()]) {
      if (file === null || addressOf(uri)?.file === file) this.forget(uri);
    }
  }

  private async parse(document: TextDocument, signal: AbortSignal): Promise<readonly PlacedRollout[]> {
    const { uri } = document;
    const address = addressOf(uri);
    const text = document.getText();
    if (address) return rolloutOfAddress(address, text, this.files);
    return rolloutsOfText(uri, text, { ...(await this.optionsFor(uri)), signal });
  }
}
