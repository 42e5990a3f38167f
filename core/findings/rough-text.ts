import type { Document } from '../trace/model';
import { indexOnBoundaries } from './containment';

type Source = Pick<Document, 'title' | 'text'>;

/** Where a word stands: the texts that hold it, by their numbers, and the first one not looked through yet. */
interface Found {
  readonly holders: number[];
  next: number;
}

const DROPPED = 0xffff;
const LINE = 0x0a;

/** Letters below this are turned into lower case: Latin with its extensions. */
const LATIN = 0x250;

/**
 * What becomes of each character: lower case for Latin, ASCII punctuation left out, all else as it is. So stays İ, whose
 * lower case is i with a dot of its own: no plain word holds, or ends at, either.
 */
const TABLE = tableOfAll();

function tableOfAll(): Uint16Array {
  const table = new Uint16Array(0x10000);
  for (let code = 0; code < table.length; code++) table[code] = code;
  for (let code = 0; code < LATIN; code++) {
    const character = String.fromCharCode(code);
    const lower = character.toLowerCase();
    if (/[!-/:-@[-`{-~]/.test(character)) table[code] = DROPPED;
    else if (lower.length === 1) table[code] = lower.charCodeAt(0);
  }
  // The Kelvin and Ångström signs and the capital sharp s: from elsewhere, with a lower case of the Latin letters.
  table[0x212a] = 0x6b;
  table[0x212b] = 0xe5;
  table[0x1e9e] = 0xdf;
  // No character, but it may stand in a text, and what stands beside it ends there.
  table[DROPPED] = LINE;
  return table;
}

/** Characters that are kept room for; more get room of their own. */
const ROOM = 32_768;
const room = memoryFor(ROOM);

/** Memory for characters, and the same two bytes at a time. */
function memoryFor(characters: number): { readonly bytes: Buffer; readonly units: Uint16Array } {
  const memory = new ArrayBuffer(2 * characters);
  return { bytes: Buffer.from(memory), units: new Uint16Array(memory) };
}

/**
 * Words that a {@link RoughText} can be asked for: of letters whose upper case the table knows, or that
 * have none.
 */
export const PLAIN = /^[a-z0-9\u00df-\u00f6\u00f8-\u00ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+$/;

/**
 * Texts in lower case without punctuation, one after the other: a plain word stands in one exactly where it stands in that
 * text after normalisation. Made for all of them at once when the first is asked for, as many short steps cost more than one
 * long one. Linear in the length of the texts.
 */
export class RoughText {
  #whole: string | null = null;
  /** Where each text begins, and where the last ends. */
  readonly #starts: number[] = [];
  /** Of each word that was asked for, how far it was looked for: no text is looked through twice for it. */
  readonly #found = new Map<string, Found>();

  constructor(private readonly sources: readonly Source[]) {}

  /** Whether a plain word stands in a text, by its number, on boundaries. */
  holds(word: string, place: number): boolean {
    const whole = (this.#whole ??= this.#made());
    let found = this.#found.get(word);
    if (found === undefined) this.#found.set(word, (found = { holders: [], next: 0 }));
    while (found.next <= place) {
      const at = indexOnBoundaries(word, whole, this.#starts[found.next] ?? whole.length);
      if (at < 0) found.next = this.sources.length;
      else {
        while ((this.#starts[found.next + 1] ?? whole.length) <= at) found.next++;
        found.holders.push(found.next++);
      }
      if (found.next >= this.sources.length) break;
    }
    return found.holders.includes(place);
  }

  #made(): string {
    let length = 0;
    for (const { title, text } of this.sources)
      length += (title === null ? 0 : title.length + 1) + text.length + 1;
    const { bytes, units } = length <= ROOM ? room : memoryFor(length);
    const ends: number[] = [];
    let end = 0;
    const write = (text: string): void => {
      bytes.write(text, 2 * end, 'utf16le');
      end += text.length;
      units[end++] = LINE;
    };
    for (const { title, text } of this.sources) {
      if (title !== null) write(title);
      write(text);
      ends.push(end);
    }
    let kept = 0;
    let at = 0;
    for (const stop of ends) {
      this.#starts.push(kept);
      for (; at < stop; at++) {
        const lower = TABLE[units[at] as number] as number;
        units[kept] = lower;
        if (lower !== DROPPED) kept++;
      }
    }
    this.#starts.push(kept);
    return bytes.toString('utf16le', 0, 2 * kept);
  }
}
