import type { Run, Unbalanced, Writer } from './labels';
import type { Element, Mark, Part } from './parts';

/** Records who writes what while a rollout is executed. */
export class Transcript {
  #text = '';
  readonly #runs: Run[] = [];
  readonly #marks: { mark: Mark; start: number }[] = [];

  get text(): string {
    return this.#text;
  }

  get runs(): readonly Run[] {
    return this.#runs;
  }

  write(by: Writer, text: string): void {
    if (text === '') return;
    const start = this.#text.length;
    this.#text += text;
    const last = this.#runs.at(-1);
    if (last?.by === by) this.#runs[this.#runs.length - 1] = { ...last, end: this.#text.length };
    else this.#runs.push({ by, start, end: this.#text.length });
  }

  /** Writes the characters `from` to `to` of a turn; parts that are not in there whole leave no mark. */
  policy(parts: readonly Part[], from: number, to: number): void {
    const base = this.#text.length;
    let at = 0;
    for (const part of parts) {
      const end = at + part.text.length;
      if (part.mark && at >= from && end <= to)
        this.#marks.push({ mark: part.mark, start: base + at - from });
      at = end;
    }
    this.write(
      'policy',
      parts
        .map((part) => part.text)
        .join('')
        .slice(from, to),
    );
  }

  /** Elements that were both opened and closed, in order of their closing tags. */
  complete(tag: string): Element[] {
    const open = new Set(this.#marks.flatMap(({ mark }) => (mark.kind === 'open' ? [mark.element] : [])));
    return this.#marks.flatMap(({ mark }) =>
      mark.kind === 'close' && mark.element.tag === tag && open.has(mark.element) ? [mark.element] : [],
    );
  }

  /** Whether a closing tag was written, its opener in this text or not. */
  closes(tag: string): boolean {
    return this.#marks.some(({ mark }) => mark.kind === 'close' && mark.element.tag === tag);
  }

  has(kind: Mark['kind']): boolean {
    return this.#marks.some(({ mark }) => mark.kind === kind);
  }

  unbalanced(opener: (tag: string) => string = (tag) => `<${tag}>`): Unbalanced[] {
    const closed = new Set(this.#marks.flatMap(({ mark }) => (mark.kind === 'close' ? [mark.element] : [])));
    return this.#marks.flatMap(({ mark, start }): Unbalanced[] => {
      if (mark.kind === 'stray') return [{ kind: 'unopened', tag: mark.tag, start }];
      if (mark.kind !== 'open' || closed.has(mark.element)) return [];
      return [{ kind: 'unclosed', tag: opener(mark.element.tag), start }];
    });
  }
}
