import type { Anomaly, Answer } from '../model';
import type { SegmentList } from '../segments';
import { trimRange } from '../text';
import type { Elements } from './elements';
import type { TagGrammar } from './grammar';
import { Tag, type TagHits, type TagKind } from './hits';

/** Cuts the policy's own text into elements, and remembers what it thought and answered. */
export class PolicyWalker {
  readonly anomalies: Anomaly[] = [];
  answer: Answer | null = null;
  /** True while an element that started before the turn (in the prompt, or turns ago) is still thinking. */
  thinking = false;
  private thinks: string[] = [];
  /** Where the content of the element under way starts: after its opening tag, when that stands in this text. */
  private thinkContent = 0;

  constructor(
    private readonly text: string,
    private readonly grammar: TagGrammar,
    private readonly hits: TagHits,
    private readonly elements: Elements,
    private readonly list: SegmentList,
  ) {}

  /** What was thought since the last call, joined by newlines; null when nothing was. */
  takeThinks(): string | null {
    const { thinks } = this;
    this.thinks = [];
    const [first] = thinks;
    return first === undefined ? null : thinks.length === 1 ? first : thinks.join('\n');
  }

  /** Cuts policy text up to `end` (hits `[from, stop)`) into elements; what is none becomes text. */
  walk(end: number, from: number, stop: number): void {
    const { hits, list } = this;
    let hit = from;
    while (hit < stop || (this.thinking && list.end < end)) {
      if (this.thinking) {
        hit = this.goOnThinking(end, hit, stop);
        continue;
      }
      const kind = hits.kind(hit);
      switch (kind) {
        case Tag.ThinkOpen:
        case Tag.InformationOpen:
        case Tag.SearchOpen:
          hit = this.element(kind, end, hit, stop);
          break;
        case Tag.AnswerOpen:
          hit = this.answerElement(end, hit, stop);
          break;
        case Tag.ThinkClose:
          this.unopened(hit);
          this.thinkBefore(hit);
          hit++;
          break;
        case Tag.SearchClose:
        case Tag.InformationClose:
        case Tag.AnswerClose:
          this.unopened(hit);
          hit++;
          break;
      }
    }
    list.fill(end, 'policy');
  }

  /** Thinking under way: up to its closer, information forged in it, the next answer, or the end of the turn. */
  private goOnThinking(end: number, from: number, stop: number): number {
    const { hits, list, text } = this;
    const content = Math.max(this.thinkContent, list.end);
    const answer = this.elements.completeAnswer(from, stop);
    const close = hits.next(Tag.ThinkClose, from);
    const forged = this.elements.forgedInformation(from, Math.min(close, answer?.opener ?? stop, stop));
    if (forged === null && close < (answer?.opener ?? stop)) {
      this.thinking = false;
      this.thinks.push(text.slice(content, hits.start(close)));
      list.add('think', 'policy', list.end, hits.end(close));
      return close + 1;
    }
    const query = this.grammar.thinkSpansTurns ? this.elements.openSearch(from, stop) : null;
    const next = forged ?? answer?.opener ?? query ?? stop;
    const limit = next < stop ? hits.start(next) : end;
    const goesOn = forged !== null || (this.grammar.thinkSpansTurns && !answer && limit < text.length);
    if (limit > list.end) {
      this.thinks.push(text.slice(content, limit));
      if (!goesOn) this.unclosed(list.end, limit, this.grammar.think.open);
      list.add('think', 'policy', list.end, limit, goesOn);
    }
    // What stops at a cut query does not go on: the query takes the rest of the text.
    this.thinking = goesOn && (query === null || next !== query);
    return forged === null ? next : this.element(Tag.InformationOpen, end, forged, stop);
  }

  /** A think, forged information or search element that starts at `hit`; returns the hit after it. */
  private element(
    kind: typeof Tag.ThinkOpen | typeof Tag.InformationOpen | typeof Tag.SearchOpen,
    end: number,
    hit: number,
    stop: number,
  ): number {
    const { hits, list, text } = this;
    const answer = this.elements.completeAnswer(hit, stop);
    const close = hits.next((kind + 1) as TagKind, hit);
    const thinksOn =
      this.grammar.thinkSpansTurns || (close < stop && this.elements.forgedInformation(hit, close) !== null);
    if (kind === Tag.ThinkOpen && thinksOn) {
      list.fill(hits.start(hit), 'policy');
      this.thinking = true;
      this.thinkContent = hits.end(hit);
      return hit + 1;
    }
    const closed = close < (answer?.opener ?? stop);
    const opener = Math.min(hits.nextOpener(hit + 1), stop);
    const limit = closed ? hits.end(close) : opener < stop ? hits.start(opener) : end;
    if (!closed) this.unclosed(hits.start(hit), limit, hits.tag(hit));
    if (kind === Tag.ThinkOpen)
      this.thinks.push(text.slice(hits.end(hit), closed ? hits.start(close) : limit));
    list.add(ELEMENT_KIND[kind], 'policy', hits.start(hit), limit, closed);
    return closed ? close + 1 : hits.firstFrom(limit, hit + 1);
  }

  private answerElement(end: number, hit: number, stop: number): number {
    const { hits, list, text } = this;
    const answer = this.elements.completeAnswer(hit, stop);
    if (answer && answer.opener === hit) {
      const range = trimRange(text, hits.end(hit), hits.start(answer.closer));
      const { start, end: stopAt } = range;
      this.answer = { text: text.slice(start, stopAt), start, end: stopAt };
      list.add('answer', 'policy', hits.start(hit), hits.end(answer.closer));
      return answer.closer + 1;
    }
    const opener = Math.min(hits.nextOpener(hit + 1), stop);
    const limit = opener < stop ? hits.start(opener) : end;
    this.unclosed(hits.start(hit), limit, hits.tag(hit));
    list.add('answer', 'policy', hits.start(hit), limit, false);
    return hits.firstFrom(limit, hit + 1);
  }

  /** Prose before a closer without opener is a thought all the same. */
  private thinkBefore(closer: number): void {
    const { hits, list, text } = this;
    const prose = text.slice(list.end, hits.start(closer));
    if (prose.trim() === '') return;
    this.thinks.push(prose);
    list.add('think', 'policy', list.end, hits.end(closer));
  }

  private unopened(hit: number): void {
    const { hits } = this;
    this.anomalies.push({ kind: 'unopened', tag: hits.tag(hit), start: hits.start(hit), end: hits.end(hit) });
  }

  private unclosed(start: number, end: number, tag: string): void {
    this.anomalies.push({ kind: 'unclosed', tag, start, end });
  }
}

const ELEMENT_KIND = {
  [Tag.ThinkOpen]: 'think',
  [Tag.SearchOpen]: 'search',
  [Tag.InformationOpen]: 'information',
} as const;
