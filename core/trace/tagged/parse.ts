import type { Anomaly, Answer, Query, Range, TextPart, Trace, Turn } from '../model';
import { responseStart } from '../response';
import { SegmentList } from '../segments';
import { occurrences, skipBlanks, skipNewlines, trimRange } from '../text';
import { type Element, Elements } from './elements';
import type { TagGrammar } from './grammar';
import { Tag, TagHits, TagList, type TagKind } from './hits';

/**
 * Makes the parser of a think–search–information–answer grammar: a turn machine that decides by position who
 * wrote what.
 *
 * A turn of the policy ends where the environment cut it: at the first search closer, else at the environment's
 * notice, else at the end. Only an information element that follows a search closer is the environment's; any other
 * was forged by the policy. Linear in the length of the text.
 */
export function taggedParser(grammar: TagGrammar): (text: string, parts: readonly TextPart[]) => Trace {
  const tags = TagList.of(grammar);
  return (text, parts) => new TaggedParser(text, parts, grammar, tags).parse();
}

class TaggedParser {
  private readonly list = new SegmentList();
  private readonly turns: Turn[] = [];
  private readonly anomalies: Anomaly[] = [];
  private readonly notices: readonly Range[];
  private readonly hits: TagHits;
  private readonly elements: Elements;
  private answer: Answer | null = null;
  private thinks: string[] = [];
  /** True while an element that started before the turn (in the prompt, or turns ago) is still thinking. */
  private thinking = false;
  /** Where the content of the element under way starts: after its opening tag, when that stands in this text. */
  private thinkContent = 0;
  private nextNotice = 0;
  private hit = 0;

  constructor(
    private readonly text: string,
    private readonly parts: readonly TextPart[],
    private readonly grammar: TagGrammar,
    tags: TagList,
  ) {
    this.notices = grammar.notice === null ? [] : occurrences(text, grammar.notice);
    this.hits = TagHits.scan(text, tags, this.notices);
    this.elements = new Elements(text, this.hits, grammar);
  }

  parse(): Trace {
    const { text, list } = this;
    const start = this.promptEnd();
    this.hit = this.hits.firstFrom(start);
    this.skipNotices(start);
    const promptAnswers = this.promptAnswers();
    list.add('prompt', 'prompt', 0, start);
    this.thinking = this.startsInsideThink(start);
    while (list.end < text.length && skipBlanks(text, list.end, text.length) < text.length) this.readTurn();
    list.fill(text.length, 'policy');
    return {
      segments: list.segments,
      turns: this.turns,
      answer: this.answer,
      anomalies: this.anomalies,
      promptAnswers,
    };
  }

  /** Where the prompt ends, an opening think tag that stands there for the model included. */
  private promptEnd(): number {
    const { text, grammar } = this;
    const start = responseStart(text, this.parts);
    if (start === 0 || !grammar.thinkSpansTurns) return start;
    const think = skipBlanks(text, start, text.length);
    return text.startsWith(grammar.think.open, think) ? think + grammar.think.open.length : start;
  }

  private startsInsideThink(start: number): boolean {
    const { text, grammar } = this;
    const { open } = grammar.think;
    if (
      text
        .slice(Math.max(0, start - 64), start)
        .trimEnd()
        .endsWith(open)
    )
      return true;
    return grammar.thinkSpansTurns && !text.startsWith(open, skipBlanks(text, start, text.length));
  }

  private promptAnswers(): Range[] {
    const { hits } = this;
    const found: Range[] = [];
    for (let open = hits.next(Tag.AnswerOpen, 0); open < this.hit;) {
      const close = hits.next(Tag.AnswerClose, open);
      if (close >= this.hit) break;
      found.push({ start: hits.end(open), end: hits.start(close) });
      open = hits.next(Tag.AnswerOpen, close);
    }
    return found;
  }

  private readTurn(): void {
    const { hits, list, text } = this;
    const start = list.end;
    const first = this.hit;
    const closer = hits.next(Tag.SearchClose, first);
    const notice = this.notices[this.nextNotice];
    const closed = closer < hits.length && hits.start(closer) < (notice?.start ?? Infinity);
    const end = closed ? hits.end(closer) : notice ? this.beforeNotice(notice, start) : text.length;
    const stop = closed ? closer + 1 : hits.firstFrom(end, first);
    this.thinks = [];

    const observed = closed && this.elements.informationFollows(end, stop);
    const search = closed ? this.elements.firedSearch(first, closer, observed) : null;
    if (search) {
      this.walk(hits.start(search.opener), first, search.opener);
      list.add('search', 'policy', hits.start(search.opener), end);
    } else {
      this.walk(end, first, stop);
    }
    this.endThinking(end);
    this.hit = stop;

    const information = observed ? this.readInformation(stop) : null;
    const error = information ? null : this.readNotice(notice);
    const queries = search ? [this.queryOf(search)] : [];
    this.turns.push({
      start,
      end: list.end,
      think: joined(this.thinks),
      queries,
      documents: information
        ? this.grammar.documents(text, information.content.start, information.content.end)
        : [],
      error,
      searches: search ? [{ start: hits.start(search.opener), end }] : [],
      observation: information ? information.element : null,
    });
  }

  /** Passes over notices that stand before `offset`: in the prompt, or in a document. */
  private skipNotices(offset: number): void {
    while ((this.notices[this.nextNotice]?.start ?? Infinity) < offset) this.nextNotice++;
  }

  private beforeNotice(notice: Range, turnStart: number): number {
    const newline = this.text.charCodeAt(notice.start - 1) === 10 ? 1 : 0;
    return Math.max(turnStart, notice.start - newline);
  }

  /** Cuts policy text up to `end` (hits `[from, stop)`) into elements; what is none becomes text. */
  private walk(end: number, from: number, stop: number): void {
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

  /** Grammars whose thinking ends with its turn do not carry it over. */
  private endThinking(end: number): void {
    if (!this.grammar.thinkSpansTurns) this.thinking = false;
    this.list.fill(end, 'policy');
  }

  /** The environment's information element at `opener`, blanks around it included in environment text. */
  private readInformation(opener: number): { element: Range; content: Range } {
    const { hits, list, text, grammar } = this;
    list.fill(hits.start(opener), 'environment');
    const content = hits.end(opener);
    const closer = this.elements.informationCloser(opener);
    const closed = closer !== null;
    const end = closed ? hits.end(closer) : this.endOfCutInformation(opener);
    list.add('information', 'environment', hits.start(opener), end, closed);
    if (closed) list.fill(skipNewlines(text, end, grammar.newlinesAfterInformation), 'environment');
    else this.anomalies.push({ kind: 'truncated', tag: grammar.information.close, start: end, end });
    this.hit = closed ? closer + 1 : hits.firstFrom(end, opener);
    this.skipNotices(list.end);
    return {
      element: { start: hits.start(opener), end },
      content: { start: content, end: closed ? hits.start(closer) : end },
    };
  }

  /** Where a block without its closer ends: at the policy's next opening tag or the next notice, else at the end. */
  private endOfCutInformation(opener: number): number {
    const { hits, text } = this;
    const next = Math.min(
      hits.next(Tag.ThinkOpen, opener),
      hits.next(Tag.SearchOpen, opener),
      hits.next(Tag.AnswerOpen, opener),
    );
    this.skipNotices(hits.start(opener));
    const notice = this.notices[this.nextNotice];
    const tag = next < hits.length ? hits.start(next) : text.length;
    return Math.min(tag, notice ? this.beforeNotice(notice, hits.end(opener)) : text.length);
  }

  /** The environment's notice, when it stands where the turn ended. */
  private readNotice(notice: Range | undefined): string | null {
    const { list, text } = this;
    if (!notice || skipBlanks(text, list.end, notice.start) !== notice.start) return null;
    list.fill(notice.start, 'environment');
    list.add('notice', 'environment', notice.start, notice.end);
    list.fill(skipNewlines(text, notice.end, 1), 'environment');
    this.nextNotice++;
    return text.slice(notice.start, notice.end);
  }

  private queryOf({ opener, closer }: Element): Query {
    const { hits, text, grammar } = this;
    const range = trimRange(text, hits.end(opener), hits.start(closer));
    const { start, end } = range;
    return { text: grammar.query(text.slice(start, end)), mode: null, start, end };
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

function joined(thinks: readonly string[]): string | null {
  const [first] = thinks;
  return first === undefined ? null : thinks.length === 1 ? first : thinks.join('\n');
}
