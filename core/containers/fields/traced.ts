import { OwnText } from './own-text';
import type { JsonPath } from './values';

/** A string of a record, with where it stands. */
export interface Source {
  readonly text: string;
  /** Where it stands in the JSON of the record; null in plain text. */
  readonly path: JsonPath | null;
  /** UTF-16 offset of its first character in what `path` names, or in the record's text; 0 when left out. */
  readonly at?: number;
  /** True where the characters are not those of the file (decoded, joined, or shown a second time). */
  readonly made?: boolean;
}

/** A retrieved document of a record. */
export interface FoundDocument {
  readonly title: Source | null;
  readonly text: Source | null;
  /** As the retriever gave it, or null. */
  readonly score?: number | null;
}

/** A string of a record where its characters are the file's. */
export function source(text: string, path: JsonPath | null, at = 0): Source {
  return at > 0 ? { text, path, at } : { text, path };
}

/**
 * Makes the own text of a record that keeps question, searches, documents and answer in fields of their own: the fields
 * in the order in which things happened, each in a tag that is put in. Every character of a field keeps its place. The
 * layout is Search-R1's, so that it reads like other rollouts; the dialect `fields` reads it by its parts.
 */
export class TracedText {
  readonly own = new OwnText();

  /** What was asked, as the prompt. */
  question(asked: Source): void {
    this.own.render('Question: ', 'prompt');
    this.#put(asked, 'prompt');
    this.own.render('\n\n', 'prompt');
  }

  think(thought: Source): void {
    this.#element('think', thought);
  }

  search(query: Source): void {
    this.#element('search', query);
  }

  /** What a search brought, best first; an empty element ends the turn of a search that brought nothing (new). */
  documents(documents: readonly FoundDocument[]): void {
    this.own.render('<information>', 'environment');
    for (const [at, document] of documents.entries()) this.#document(document, at);
    this.own.render('</information>', 'environment');
    this.own.render('\n\n', 'environment');
  }

  answer(answer: Source): void {
    this.#element('answer', answer);
  }

  /** Text of the policy that the record says no more of. */
  say(text: Source): void {
    this.#put(text, 'policy');
    this.own.render('\n\n', 'policy');
  }

  /** What the environment replied to it, which is no document. */
  reply(text: Source): void {
    this.#put(text, 'environment');
    this.own.render('\n\n', 'environment');
  }

  #element(name: 'think' | 'search' | 'answer', content: Source): void {
    this.own.render(`<${name}>`, 'policy');
    this.#put(content, 'policy');
    this.own.render(`</${name}>`, 'policy');
    this.own.render('\n\n', 'policy');
  }

  #document({ title, text, score }: FoundDocument, at: number): void {
    const scored = typeof score === 'number' && Number.isFinite(score) ? ` [score ${score}]` : '';
    const head = `${at === 0 ? '' : '\n'}Doc ${at + 1}${scored}`;
    this.own.render(head + (title ? '(Title: ' : ': '), 'environment');
    if (title) {
      this.#put(title, 'environment');
      this.own.render(') ', 'environment');
    }
    if (text) this.#put(text, 'environment');
  }

  #put({ text, path, at, made }: Source, by: 'prompt' | 'policy' | 'environment'): void {
    // A path tells text that was made of the file from tags that were put in.
    if (made) this.own.render(text, by, path ?? []);
    else this.own.add(text, by, path, at ?? 0);
  }
}

/** One search of a record: what was thought before it, what was asked, what came back. */
export interface TracedStep {
  readonly think?: Source | null;
  /** Null where the record names no query of its own: the question stands for it. */
  readonly query: Source | null;
  readonly documents: readonly FoundDocument[];
}

/** What a record says of one run, in order. */
export interface Traced {
  readonly question: Source | null;
  readonly steps?: readonly TracedStep[];
  /** What was thought before the answer. */
  readonly thought?: Source | null;
  /** Text of the policy that is neither a search nor an answer. */
  readonly said?: Source | null;
  readonly answer: Source | null;
}

/** The own text of what a record says. */
export function tracedText({ question, steps = [], thought, said, answer }: Traced): OwnText {
  const text = new TracedText();
  if (question) text.question(question);
  for (const { think, query, documents } of steps) {
    if (think) text.think(think);
    if (query) text.search(query);
    else if (question) text.search({ ...question, made: true });
    text.documents(documents);
  }
  if (thought) text.think(thought);
  if (said) text.say(said);
  if (answer) text.answer(answer);
  return text.own;
}
