import { titleTextDocuments } from '../documents/title-text';
import type { Answer, Mark, Range, TextPart, Trace } from '../model';
import { type OpenTurn, openTurn } from '../open-turn';
import { responseStart } from '../response';
import { trimRange } from '../text';
import type { TokenHit } from '../tokens';
import { TraceReader } from '../trace-reader';
import { ANSWER, EOS, EVIDENCE, EVIDENCE_END, QUERIES, rqRagTokens, SHORT_ANSWER } from './tokens';

/** What the system searches for where it finds no query (`retrieval_lm/inference.py`). */
const DUMMY = 'dummy';

/**
 * Parses one path of RQ-RAG's tree by its tokens: a turn is a query with its evidence, or the answer. Linear in the
 * text's length.
 */
export function parseRqRag(text: string, parts: readonly TextPart[]): Trace {
  return new RqRagParser(text, parts).parse();
}

class RqRagParser extends TraceReader {
  private readonly marks: Mark[] = [];
  private answer: Answer | null = null;
  /** The query that the system would find: its pattern takes the last complete one of the whole text. */
  private asked = DUMMY;
  /** A query without its `[EOS]`, until evidence shows that a search ran. */
  private open: { operator: string; range: Range } | null = null;

  parse(): Trace {
    const { text, list } = this;
    const start = responseStart(text, this.parts);
    if (start > 0) list.add('prompt', 'prompt', 0, start);
    const hits = rqRagTokens(text, start);
    for (let at = 0; at < hits.length;) at = this.readToken(hits, at);
    return { ...this.trace(this.answer), marks: this.marks };
  }

  /** Reads the element that begins at token `at`; returns the index of the next token. */
  private readToken(hits: readonly TokenHit[], at: number): number {
    const { token, start, end } = hits[at] as TokenHit;
    if (token === EVIDENCE) return this.readEvidence(hits, at);
    if (token === ANSWER || token === SHORT_ANSWER || QUERIES.some((each) => each === token))
      return this.readAction(hits, at);
    if (token === EVIDENCE_END) this.anomalies.push({ kind: 'unopened', tag: token, start, end });
    this.list.fill(end, 'policy');
    return at + 1;
  }

  /** An action goes to its `[EOS]`; without it, to the next token, and then it is none the system would find. */
  private readAction(hits: readonly TokenHit[], at: number): number {
    const { text, list } = this;
    const { token, start, end } = hits[at] as TokenHit;
    const stop = hits[at + 1];
    const closed = stop?.token === EOS;
    const content = trimRange(text, end, stop?.start ?? text.length);
    const limit = closed ? stop.end : Math.max(content.end, end);
    const element = { start, end: limit };
    const said = text.slice(content.start, content.end);
    if (!closed) this.anomalies.push({ kind: 'unclosed', tag: token, ...element });
    list.fill(start, 'policy');
    if (token === SHORT_ANSWER) {
      this.marks.push({ kind: 'short-answer', ...content, text: said });
      list.fill(limit, 'policy');
    } else if (token === ANSWER) {
      this.begin(element);
      list.add('answer', 'policy', start, limit, closed);
      if (closed) this.answer = { ...content, text: said };
    } else this.readQuery(token.slice(1, -1), element, content, closed);
    const last = this.turns.at(-1);
    if (last) last.end = Math.max(last.end, limit);
    return closed ? at + 2 : at + 1;
  }

  private readQuery(operator: string, element: Range, content: Range, closed: boolean): void {
    const turn = this.begin(element);
    this.list.add('search', 'policy', element.start, element.end, closed);
    turn.searches.push(element);
    if (closed) {
      this.asked = this.text.slice(content.start, content.end);
      turn.queries.push({ ...content, text: this.asked, mode: null, operator });
    } else this.open = { operator, range: content };
  }

  private readEvidence(hits: readonly TokenHit[], at: number): number {
    const { text, list } = this;
    const { start, end } = hits[at] as TokenHit;
    const closer = hits[at + 1];
    const closed = closer?.token === EVIDENCE_END;
    const content = trimRange(text, end, closer?.start ?? text.length);
    const limit = closed ? closer.end : Math.max(content.end, end);
    if (!closed) this.anomalies.push({ kind: 'truncated', tag: EVIDENCE_END, start, end: limit });
    list.fill(start, 'environment');
    list.add('information', 'environment', start, limit, closed);
    const last = this.turns.at(-1);
    const turn = last && last.observation === null ? last : this.begin({ start, end: limit });
    if (this.open && turn === last) {
      const { operator, range } = this.open;
      turn.queries.push({ ...range, text: this.asked, mode: null, operator });
    }
    this.open = null;
    turn.documents = titleTextDocuments(text, content.start, content.end);
    turn.observation = { start, end: limit };
    turn.end = limit;
    return closed ? at + 2 : at + 1;
  }

  private begin(range: Range): OpenTurn {
    this.open = null;
    const turn = openTurn(range);
    this.turns.push(turn);
    return turn;
  }
}
