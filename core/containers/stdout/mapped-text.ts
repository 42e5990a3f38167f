import type { TextPart } from '../../trace/model';
import { OwnText } from '../fields/own-text';

/** A stretch of a record's text. */
interface Stretch {
  /** Offset in the mapped text. */
  readonly start: number;
  readonly text: string;
  /** Offset in the record's text. */
  readonly at: number;
}

/** Text put together from stretches of a record, so that each character is found there again. */
export class MappedText {
  readonly #stretches: Stretch[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get text(): string {
    return this.#stretches.map(({ text }) => text).join('');
  }

  /** Adds `record.slice(from, to)`; one that goes on where the last one ended makes one stretch with it. */
  add(record: string, from: number, to: number): void {
    if (to <= from) return;
    const last = this.#stretches.at(-1);
    const joined = last && last.at + last.text.length === from;
    if (joined) {
      this.#stretches.pop();
      this.#stretches.push({ ...last, text: record.slice(last.at, to) });
    } else this.#stretches.push({ start: this.#length, text: record.slice(from, to), at: from });
    this.#length += to - from;
  }

  /** Adds this text to an own text, all of it by one author. */
  addTo(own: OwnText, by: TextPart['by']): void {
    for (const { text, at } of this.#stretches) own.add(text, by, null, at);
  }

  /**
   * The own text of some parts of this text, which say who wrote it; their `at` counts from this text's start. Parts
   * must cover what they cover in order.
   */
  own(parts: readonly Pick<TextPart, 'start' | 'end' | 'by'>[]): OwnText {
    const own = new OwnText();
    let at = 0;
    for (const { start, end, by } of parts) {
      while (at < this.#stretches.length) {
        const stretch = this.#stretches[at];
        if (!stretch || stretch.start >= end) break;
        const from = Math.max(start, stretch.start) - stretch.start;
        const to = Math.min(end - stretch.start, stretch.text.length);
        if (to > from) own.add(stretch.text.slice(from, to), by, null, stretch.at + from);
        if (stretch.start + stretch.text.length > end) break;
        at++;
      }
    }
    return own;
  }
}
