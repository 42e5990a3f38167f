import { END_MARKS } from '../end-marks';
import type { Anomaly, Query, Range, TextPart, Trace, Turn } from '../model';
import { type OpenTurn, openTurn } from '../open-turn';
import { responseStart } from '../response';
import { SegmentList } from '../segments';
import { contentOf, type Stretch, stretchesOf } from '../stretches';
import { skipBlanks, trimRange } from '../text';
import { type Element, Elements } from './elements';
import { Environment } from './environment';
import type { TagGrammar } from './grammar';
import { Tag, TagHits, TagList } from './hits';
import { PolicyWalker } from './walker';

/**
 * Makes the parser of a think–search–information–answer grammar: a turn machine that decides by position who
 * wrote what.
 *
 * A turn of the policy ends where the environment cut it: at the first search closer, else at the environment's
 * notice, else at the end of its message. Only an information element that follows a search closer, or stands in a
 * message of the environment, is the environment's; any other was forged by the policy. In grammars whose turns end
 * with their message, only messages tell. Linear in the text's length.
 */
export function taggedParser(grammar: TagGrammar): (text: string, parts: readonly TextPart[]) => Trace {
  const tags = TagList.of(grammar);
  return (text, parts) => new TaggedParser(text, parts, grammar, tags).parse();
}

class TaggedParser {
  private readonly list = new SegmentList();
  private readonly turns: OpenTurn[] = [];
  private readonly hits: TagHits;
  private readonly elements: Elements;
  private readonly walker: PolicyWalker;
  private readonly environment: Environment;
  private hit = 0;

  constructor(
    private readonly text: string,
    private readonly parts: readonly TextPart[],
    private readonly grammar: TagGrammar,
    tags: TagList,
  ) {
    this.hits = TagHits.scan(text, tags, grammar.notice);
    this.elements = new Elements(text, this.hits, grammar);
    this.walker = new PolicyWalker(text, grammar, this.hits, this.elements, this.list);
    this.environment = new Environment(text, grammar, this.hits, this.elements, this.list);
  }

  parse(): Trace {
    const { text, list, walker } = this;
    const start = this.promptEnd();
    this.hit = this.hits.firstFrom(start);
    const promptAnswers = this.promptAnswers();
    walker.thinking = this.startsInsideThink(start);
    const stretches = stretchesOf(text, this.parts, start, this.hits.chat);
    stretches.forEach((stretch, at) => this.readStretch(stretch, stretches[at + 1]));
    list.fill(text.length, 'policy');
    const { close } = this.grammar.information;
    const cuts = this.environment.truncated.map(({ start, end }): Anomaly => ({
      kind: 'truncated',
      tag: close,
      start,
      end,
    }));
    return {
      segments: list.segments,
      turns: this.turns satisfies Turn[],
      answer: walker.answer,
      anomalies: cuts.length === 0 ? walker.anomalies : [...walker.anomalies, ...cuts],
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
    const before = text.slice(Math.max(0, start - 64), start).trimEnd();
    if (before.endsWith(open)) return true;
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

  private readStretch(stretch: Stretch, next: Stretch | undefined): void {
    const stop = this.hits.firstFrom(stretch.end, this.hit);
    this.environment.skipNotices(stretch.start);
    if (stretch.by === 'prompt') this.list.add('prompt', 'prompt', stretch.start, stretch.end);
    else if (stretch.by === 'environment' && !stretch.frame) this.readMessage(stretch, stop);
    else if (stretch.by === 'policy') {
      const answered =
        next?.by === 'environment' && this.hits.next(Tag.InformationOpen, stop) < this.hits.length;
      if (this.grammar.turnEnds === 'message') {
        if (!this.isSpent(stretch.end)) this.readMessageTurn(stretch.end, stop);
      } else while (!this.isSpent(stretch.end)) this.readTurn(stretch.end, stop, answered);
    }
    this.list.fill(stretch.end, stretch.by);
    this.hit = stop;
  }

  /** Whether nothing but blanks and end marks is left of a message. */
  private isSpent(end: number): boolean {
    const { text, list } = this;
    let at = skipBlanks(text, list.end, end);
    for (const mark of END_MARKS) if (text.startsWith(mark, at)) at = skipBlanks(text, at + mark.length, end);
    return at >= end;
  }

  /** One turn of the policy, up to `limit` at most (hits before `last`), and what follows it in the same text. */
  private readTurn(limit: number, last: number, answered: boolean): void {
    const { hits, list, walker, elements, environment } = this;
    const start = list.end;
    const first = this.hit;
    const closer = hits.next(Tag.SearchClose, first);
    const notice = environment.noticeBefore(limit);
    const closed = closer < last && hits.start(closer) < (notice?.start ?? Infinity);
    const end = closed ? hits.end(closer) : notice ? environment.startOf(notice, start) : limit;
    const stop = closed ? closer + 1 : hits.firstFrom(end, first);

    const observed = closed && stop < last && elements.informationFollows(end, stop);
    const search = closed
      ? elements.firedSearch(first, closer, observed || (answered && stop === last))
      : null;
    if (search) {
      walker.walk(hits.start(search.opener), first, search.opener);
      list.add('search', 'policy', hits.start(search.opener), end);
    } else {
      walker.walk(end, first, stop);
    }
    // Grammars whose thinking ends with its turn do not carry it over.
    if (!this.grammar.thinkSpansTurns) walker.thinking = false;
    list.fill(end, 'policy');
    this.hit = stop;

    const turn = this.addTurn(start, end, search);
    if (observed && !search && this.grammar.loneCloserRuns) this.addEmptyQuery(turn, closer);
    if (observed) this.observe(turn, stop, last, limit);
    else turn.error = environment.readNotice(notice);
    turn.end = list.end;
  }

  /** A message of the policy as one turn: its last complete search runs, whatever stands around it. */
  private readMessageTurn(limit: number, last: number): void {
    const { hits, list, walker, elements } = this;
    const start = list.end;
    const search = elements.lastSearch(this.hit, last);
    if (search) {
      walker.walk(hits.start(search.opener), this.hit, search.opener);
      list.add('search', 'policy', hits.start(search.opener), hits.end(search.closer));
    }
    walker.walk(limit, search ? search.closer + 1 : this.hit, last);
    walker.thinking = false;
    this.hit = last;
    this.addTurn(start, limit, search);
  }

  private addTurn(start: number, end: number, search: Element | null): OpenTurn {
    const { hits } = this;
    const turn = openTurn({ start, end });
    turn.think = this.walker.takeThinks();
    if (search) {
      turn.queries = this.queriesOf(search);
      turn.searches.push({ start: hits.start(search.opener), end: hits.end(search.closer) });
    }
    this.turns.push(turn);
    return turn;
  }

  /** What a closer without its opener asks for in systems that look no further: nothing. */
  private addEmptyQuery(turn: OpenTurn, closer: number): void {
    const { hits } = this;
    const range = { start: hits.start(closer), end: hits.start(closer) };
    turn.queries.push({ text: '', mode: null, ...range });
    turn.searches.push({ start: hits.start(closer), end: hits.end(closer) });
  }

  /** A message of the environment: the information in it, or all it says where there is none. */
  private readMessage(stretch: Stretch, stop: number): void {
    const { hits, list, text } = this;
    const turn = this.turns.at(-1);
    let found = false;
    for (let opener = hits.next(Tag.InformationOpen, this.hit); opener < stop;) {
      this.observe(turn, opener, stop, stretch.end);
      found = true;
      opener = hits.next(Tag.InformationOpen, Math.max(this.hit, opener + 1));
    }
    const said = contentOf(text, stretch);
    if (!found && said.end > said.start) {
      list.fill(said.start, 'environment');
      list.add('notice', 'environment', said.start, said.end);
      if (turn) turn.error = text.slice(said.start, said.end);
    }
    if (turn) turn.end = stretch.end;
  }

  /** Reads the information at `opener` for a turn. */
  private observe(turn: OpenTurn | undefined, opener: number, last: number, limit: number): void {
    const observation = this.environment.readInformation(opener, last, limit);
    this.hit = observation.nextHit;
    if (turn) this.environment.observe(turn, observation);
  }

  private queriesOf({ opener, closer }: Element): Query[] {
    const { hits, text, grammar } = this;
    const { start, end } = trimRange(text, hits.end(opener), hits.start(closer));
    if (grammar.queries) return grammar.queries(text, start, end);
    return [{ text: grammar.query(text.slice(start, end)), mode: null, start, end }];
  }
}
