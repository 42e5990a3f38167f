import { LONGEST_MEMORY_TEXT, MEMORY_SCHEME } from '../../core/protocol/records';
import { UserError } from '../host/user-error';
import { uriParts } from '../host/uris';

/** Texts kept at a time; the one that came first goes first. */
const MOST = 16;

/** Texts that stand in no file and are read like one: what was copied. */
export class MemoryTexts {
  private readonly texts = new Map<string, { readonly text: string; readonly number: number }>();
  private count = 0;

  /** Keeps a text under an address; fails with a sentence where it is too long. */
  set(uri: string, text: string): void {
    if (!isMemory(uri)) throw new UserError(`${uri} is no address of a text in memory`);
    if (text.length > LONGEST_MEMORY_TEXT)
      throw new UserError(
        `the text has ${text.length} characters; more than ${LONGEST_MEMORY_TEXT} are not opened from memory: save it as a file`,
      );
    this.texts.delete(uri);
    this.texts.set(uri, { text, number: ++this.count });
    for (const oldest of this.texts.keys()) {
      if (this.texts.size <= MOST) return;
      this.texts.delete(oldest);
    }
  }

  delete(uri: string): void {
    this.texts.delete(uri);
  }

  /** A text; null where it is gone. */
  get(uri: string): string | null {
    return this.texts.get(uri)?.text ?? null;
  }

  /** What tells one text under an address from the next; null where there is none. */
  version(uri: string): string | null {
    const known = this.texts.get(uri);
    return known ? `memory ${known.number}` : null;
  }
}

/** Whether an address is that of a text in memory. */
export function isMemory(uri: string): boolean {
  return uriParts(uri)?.scheme === MEMORY_SCHEME;
}
