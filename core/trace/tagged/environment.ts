import type { Range } from '../model';
import type { OpenTurn } from '../open-turn';
import type { SegmentList } from '../segments';
import { newlinesAt, skipBlanks } from '../text';
import type { Elements } from './elements';
import type { TagGrammar } from './grammar';
import { Tag, type TagHits } from './hits';

/** An information element and what stands between its tags. */
export interface Observation {
  readonly element: Range;
  readonly content: Range;
  /** The first tag that was not read with it. */
  readonly nextHit: number;
}

/** Longest content of an information element that is compared with what the environment says in place of documents. */
const LONGEST_REFUSAL = 256;

/** Reads what the environment wrote: information, and notices of invalid actions, which it passes in order. */
export class Environment {
  /** Where information stops that lost its closer. */
  readonly truncated: Range[] = [];
  private nextNotice = 0;

  constructor(
    private readonly text: string,
    private readonly grammar: TagGrammar,
    private readonly hits: TagHits,
    private readonly elements: Elements,
    private readonly list: SegmentList,
  ) {}

  /** The next notice, when it starts before an offset. */
  noticeBefore(limit: number): Range | undefined {
    const coming = this.hits.notices[this.nextNotice];
    return coming && coming.start < limit ? coming : undefined;
  }

  /** Passes over notices that stand before `offset`: in the prompt, or in a document. */
  skipNotices(offset: number): void {
    const { notices } = this.hits;
    while ((notices[this.nextNotice]?.start ?? Infinity) < offset) this.nextNotice++;
  }

  /** Where the policy's text before a notice ends: the newline between them is the environment's. */
  startOf(notice: Range, turnStart: number): number {
    const { text } = this;
    const newline =
      text.charCodeAt(notice.start - 1) === 10 ? (text.charCodeAt(notice.start - 2) === 13 ? 2 : 1) : 0;
    return Math.max(turnStart, notice.start - newline);
  }

  /** The notice, when it stands where the turn ended. */
  readNotice(notice: Range | undefined): string | null {
    const { list, text } = this;
    if (!notice || skipBlanks(text, list.end, notice.start) !== notice.start) return null;
    list.fill(notice.start, 'environment');
    list.add('notice', 'environment', notice.start, notice.end);
    list.fill(newlinesAt(text, notice.end, 1, text.length).end, 'environment');
    this.nextNotice++;
    return text.slice(notice.start, notice.end);
  }

  /** The information element at `opener`, within `limit`; blanks around it are its author's too. */
  readInformation(opener: number, last: number, limit: number): Observation {
    const { hits, list, text, grammar } = this;
    const start = hits.start(opener);
    list.fill(start, 'environment');
    const closer = this.elements.informationCloser(opener, last, limit);
    const closed = closer !== null;
    const end = closed ? hits.end(closer) : Math.min(limit, this.endOfCutInformation(opener));
    list.add('information', 'environment', start, end, closed);
    if (closed) list.fill(newlinesAt(text, end, grammar.newlinesAfterInformation, limit).end, 'environment');
    else this.truncated.push({ start: end, end });
    this.skipNotices(list.end);
    return {
      element: { start, end },
      content: { start: hits.end(opener), end: closed ? hits.start(closer) : end },
      nextHit: closed ? closer + 1 : hits.firstFrom(end, opener),
    };
  }

  /** Gives a turn what came back: documents, or what was said in their place. */
  observe(turn: OpenTurn, { element, content }: Observation): void {
    const said = this.refusal(content);
    if (said !== null) turn.error = said;
    else
      for (const document of this.grammar.documents(this.text, content.start, content.end))
        turn.documents.push(document);
    turn.observation = turn.observation ? { start: turn.observation.start, end: element.end } : element;
  }

  /** What an information element says in place of documents, or null. Such sentences are short. */
  private refusal({ start, end }: Range): string | null {
    const { refusals } = this.grammar;
    if (refusals === undefined || end - start > LONGEST_REFUSAL) return null;
    const said = this.text.slice(start, end).trim();
    return refusals.includes(said) ? said : null;
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
    const notice = hits.notices[this.nextNotice];
    const tag = next < hits.length ? hits.start(next) : text.length;
    return Math.min(tag, notice ? this.startOf(notice, hits.end(opener)) : text.length);
  }
}
