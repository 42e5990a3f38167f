import { wholeDocument } from '../documents/entries';
import type { Answer, Document, Mark, Range, TextPart, Trace } from '../model';
import { type OpenTurn, openTurn } from '../open-turn';
import { responseStart } from '../response';
import { trimRange } from '../text';
import type { TokenHit } from '../tokens';
import { TraceReader } from '../trace-reader';
import { END, kindOfToken, PARAGRAPH, PARAGRAPH_END, RETRIEVE, selfRagTokens } from './tokens';

/**
 * Parses a Self-RAG text by its tokens, whoever's part they stand in, passages that the file keeps apart excepted: `[Retrieval]` is the policy's decision, the
 * paragraph the retriever's, judgements and sentences the policy's. A turn goes from one decision to the next. There is no query: the retriever is asked with the
 * question. Linear in the text's length.
 */
export function parseSelfRag(text: string, parts: readonly TextPart[]): Trace {
  return new SelfRagParser(text, parts).parse();
}

class SelfRagParser extends TraceReader {
  private readonly marks: Mark[] = [];
  private readonly sentences: Range[] = [];

  parse(): Trace {
    const { text, list } = this;
    const start = responseStart(text, this.parts);
    if (start > 0) list.add('prompt', 'prompt', 0, start);
    const hits = outsidePassages(text, this.parts, selfRagTokens(text, start));
    for (let at = 0; at < hits.length;) at = this.readToken(hits, at);
    this.readSentence(text.length);
    return { ...this.trace(this.answer()), marks: this.marks };
  }

  /** Reads the token at `at`; returns the index of the next one. */
  private readToken(hits: readonly TokenHit[], at: number): number {
    const { list } = this;
    const hit = hits[at] as TokenHit;
    const { token, start, end } = hit;
    this.readSentence(start);
    if (token === PARAGRAPH) return this.readParagraph(hits, at);
    const kind = kindOfToken(token);
    if (kind !== null) this.marks.push({ kind, start, end, text: token.slice(1, -1) });
    else if (token === PARAGRAPH_END) this.anomalies.push({ kind: 'unopened', tag: token, start, end });
    if (kind === 'retrieval') this.begin(start);
    const turn = token === END ? null : this.turn(start);
    if (turn) turn.end = end;
    if (token === RETRIEVE) {
      turn?.searches.push({ start, end });
      list.add('search', 'policy', start, end);
    } else list.fill(end, 'policy');
    return at + 1;
  }

  /** A passage ends at its closing tag; without it, at the next judgement or the end. Other tokens in it are its text. */
  private readParagraph(hits: readonly TokenHit[], at: number): number {
    const { text, list } = this;
    const { start, end } = hits[at] as TokenHit;
    let closer = at + 1;
    while (closer < hits.length && hits[closer]?.token !== PARAGRAPH_END && hits[closer]?.token !== PARAGRAPH)
      closer++;
    const closed = hits[closer]?.token === PARAGRAPH_END;
    const next = closed ? closer + 1 : this.judgementAfter(hits, at);
    const limit = closed ? (hits[closer]?.end ?? text.length) : (hits[next]?.start ?? text.length);
    const content = trimRange(text, end, closed ? (hits[closer]?.start ?? limit) : limit);
    if (!closed) this.anomalies.push({ kind: 'truncated', tag: PARAGRAPH_END, start, end: limit });
    if (this.turns.at(-1)?.observation) this.begin(start);
    const turn = this.turn(start);
    turn.end = limit;
    turn.observation = { start, end: limit };
    if (content.end > content.start) turn.documents.push(passage(text, content));
    list.fill(start, 'environment');
    list.add('information', 'environment', start, limit, closed);
    return next;
  }

  private judgementAfter(hits: readonly TokenHit[], at: number): number {
    let next = at + 1;
    while (
      next < hits.length &&
      kindOfToken(hits[next]?.token ?? '') === null &&
      hits[next]?.token !== PARAGRAPH
    )
      next++;
    return next;
  }

  /** What the policy says between two tokens is a piece of its answer. */
  private readSentence(end: number): void {
    const { list, text } = this;
    const piece = trimRange(text, list.end, end);
    if (piece.end === piece.start) return;
    this.turn(piece.start).end = piece.end;
    this.sentences.push(piece);
    list.fill(piece.start, 'policy');
    list.add('answer', 'policy', piece.start, piece.end);
  }

  /** The pieces of the answer, joined as the long-form script joins them (`run_long_form_static.py`). */
  private answer(): Answer | null {
    const [first] = this.sentences;
    const last = this.sentences.at(-1);
    if (!first || !last) return null;
    const text = this.sentences.map(({ start, end }) => this.text.slice(start, end)).join(' ');
    return { text, start: first.start, end: last.end };
  }

  private turn(start: number): OpenTurn {
    return this.turns.at(-1) ?? this.begin(start);
  }

  private begin(start: number): OpenTurn {
    const turn = openTurn({ start, end: start });
    this.turns.push(turn);
    return turn;
  }
}

/** Tokens without those of passages that the file keeps apart: there the tags around them were put in, and theirs are words. */
function outsidePassages(
  text: string,
  parts: readonly TextPart[],
  hits: readonly TokenHit[],
): readonly TokenHit[] {
  const environment = parts.filter(({ by }) => by === 'environment');
  if (!environment.some(({ rendered, start }) => rendered && text.startsWith(PARAGRAPH, start))) return hits;
  const passages = environment.filter(({ rendered }) => !rendered);
  let at = 0;
  return hits.filter(({ start }) => {
    while ((passages[at]?.end ?? Infinity) <= start) at++;
    return start < (passages[at]?.start ?? Infinity);
  });
}

/** `{title}\n{text}`; one line alone is text. */
function passage(text: string, { start, end }: Range): Document {
  const written = text.slice(start, end);
  const feed = written.indexOf('\n');
  const whole = wholeDocument(written, start);
  if (feed <= 0) return whole;
  return { ...whole, title: written.slice(0, feed).trim(), text: written.slice(feed + 1).trim() };
}
