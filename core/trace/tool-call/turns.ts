import type { Document, Query, Range, Turn } from '../model';
import type { Section } from './results';

/** A call that was made, and which queries of its turn are its own: `from` up to and without `to`. */
interface OpenCall {
  readonly from: number;
  readonly to: number;
}

/** A turn that is still being read: it knows which result answers which call. */
export class OpenTurn {
  end: number;
  /** Where the policy's own text ends. */
  readonly policyEnd: number;
  readonly thinks: string[] = [];
  readonly queries: Query[] = [];
  readonly searches: Range[] = [];
  error: string | null = null;
  /** Whether what the turn asked for has come back. */
  observed = false;
  readonly #documents: Document[] = [];
  readonly #calls: OpenCall[] = [];
  readonly #texts: string[] = [];
  readonly #byId = new Map<string, OpenCall>();
  readonly #byText = new Map<string, OpenCall>();
  #observation: Range | null = null;
  #answered = 0;

  constructor(
    readonly start: number,
    end: number,
  ) {
    this.end = end;
    this.policyEnd = end;
  }

  /** A call with its queries; `text` is its body as written, `id` what the file calls it. */
  call(range: Range, queries: readonly Query[], text: string, id: string | undefined): void {
    const call = { from: this.queries.length, to: this.queries.length + queries.length };
    for (const query of queries) this.queries.push(query);
    this.searches.push(range);
    this.#calls.push(call);
    this.#texts.push(text.trim());
    if (id !== undefined) this.#byId.set(id, call);
    this.#byText.set(text.trim(), call);
  }

  /** What the next call to be answered looks like; null where every one is. */
  get awaited(): string | null {
    return this.#texts[this.#answered] ?? null;
  }

  /**
   * What came back for a call: the one with the result's `id`, the one that the result repeats, else the next in
   * order. Sections of a result belong to the call's queries in order, unless they name theirs.
   */
  observe(element: Range, sections: readonly Section[], id: string | undefined, echo: string | null): void {
    const start = this.#observation?.start ?? element.start;
    this.#observation = { start, end: element.end };
    const call =
      (id === undefined ? undefined : this.#byId.get(id)) ??
      (echo === null ? undefined : this.#echoed(echo)) ??
      this.#calls[Math.min(this.#answered, this.#calls.length - 1)];
    this.#answered++;
    const names = call && sections.some(({ asked }) => asked !== null) ? this.#namesOf(call) : null;
    sections.forEach(({ asked, documents }, at) => {
      const named = asked === null ? undefined : names?.get(asked);
      const last = Math.max(0, this.queries.length - 1);
      const query =
        named ?? Math.min(last, call ? Math.min(call.from + at, Math.max(call.from, call.to - 1)) : last);
      for (const document of documents) this.#documents.push({ ...document, query });
    });
  }

  /** Of equal calls each is answered in its turn, so order tells them apart. */
  #echoed(echo: string): OpenCall | undefined {
    const next = this.#calls[this.#answered];
    const call = this.#byText.get(echo);
    return next && call && this.#sameQueries(next, call) ? next : call;
  }

  #sameQueries(a: OpenCall, b: OpenCall): boolean {
    const texts = ({ from, to }: OpenCall): string =>
      JSON.stringify(this.queries.slice(from, to).map(({ text }) => text));
    return a === b || texts(a) === texts(b);
  }

  #namesOf({ from, to }: OpenCall): Map<string, number> {
    const names = new Map<string, number>();
    for (let at = to - 1; at >= from; at--) names.set(this.queries[at]?.text ?? '', at);
    return names;
  }

  finished(): Turn {
    const { start, end, thinks, queries, searches, error } = this;
    return {
      start,
      end,
      think: thinks.length > 0 ? thinks.join('\n') : null,
      queries,
      documents: this.#documents,
      error,
      searches,
      observation: this.#observation,
    };
  }
}
