import type { Document, Query, Range, Turn } from '../model';

/** Gathers elements into turns: one ends with its observation, the next begins with what the policy does after it. */
export class TurnBuilder {
  readonly #text: string;
  readonly #turns: Turn[] = [];
  #thinks: string[] = [];
  #queries: Query[] = [];
  #searches: Range[] = [];
  #documents: Document[] = [];
  #observation: Range | null = null;
  #range: Range | null = null;
  /** Text without tags is a turn of its own. */
  #said = false;

  constructor(text: string) {
    this.#text = text;
  }

  act(kind: 'think' | 'search', range: Range, inner: Range): void {
    this.#begin(range);
    const content = this.#text.slice(inner.start, inner.end);
    if (kind === 'think') this.#thinks.push(content);
    else {
      this.#searches.push(range);
      this.#queries.push({ text: content, mode: null, ...inner });
    }
  }

  answer(range: Range): void {
    this.#begin(range);
  }

  say(range: Range): void {
    if (this.#said) this.#flush();
    this.#begin(range);
    this.#said = true;
  }

  information(range: Range, documents: readonly Document[]): void {
    if (this.#observation) this.#flush();
    this.#extend(range);
    this.#observation = range;
    for (const document of documents) this.#documents.push(document);
  }

  done(): readonly Turn[] {
    this.#flush();
    return this.#turns;
  }

  #begin(range: Range): void {
    if (this.#observation) this.#flush();
    this.#extend(range);
  }

  #extend({ start, end }: Range): void {
    this.#range = { start: this.#range?.start ?? start, end };
  }

  #flush(): void {
    const range = this.#range;
    if (range) {
      this.#turns.push({
        ...range,
        think: this.#thinks.length > 0 ? this.#thinks.join('\n') : null,
        queries: this.#queries,
        documents: this.#documents,
        error: null,
        searches: this.#searches,
        observation: this.#observation,
      });
    }
    this.#thinks = [];
    this.#queries = [];
    this.#searches = [];
    this.#documents = [];
    this.#observation = null;
    this.#range = null;
    this.#said = false;
  }
}
