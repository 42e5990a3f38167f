import type { Author, TextPart } from '../../trace/model';
import type { JsonPath } from './values';

/** Puts an own text together from its parts. */
export class OwnText {
  readonly parts: TextPart[] = [];
  #text = '';

  get text(): string {
    return this.#text;
  }

  get length(): number {
    return this.#text.length;
  }

  /** Characters that stand in the file, at `path`. Empty text adds no part. */
  add(text: string, by: Author, path: JsonPath | null, at = 0): void {
    this.#push(text, { by, path, rendered: false, ...(at > 0 ? { at } : {}) });
  }

  /** Characters that the file does not hold; `path` names the value they were made from. */
  render(text: string, by: Author, path: JsonPath | null = null): void {
    this.#push(text, { by, path, rendered: true });
  }

  #push(text: string, part: Omit<TextPart, 'start' | 'end'>): void {
    if (text === '') return;
    const start = this.#text.length;
    this.parts.push({ start, end: start + text.length, ...part });
    this.#text += text;
  }
}
