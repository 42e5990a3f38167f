import type { Anomaly, Answer, Document, Query, Range, TextPart, Trace, Turn } from '../model';
import { wholeDocument } from '../documents/entries';
import { responseStart } from '../response';
import { SegmentList } from '../segments';
import { contentOf, type Stretch, stretchesOf } from '../stretches';
import { Tag, TagHits, type TagKind, TagList } from '../tagged/hits';
import { trimRange } from '../text';
import { queriesOf } from './queries';

/** Tags in the order of {@link Tag}. */
const TAGS = new TagList([
  '<think>',
  '</think>',
  '<tool_call>',
  '</tool_call>',
  '<tool_response>',
  '</tool_response>',
  '<answer>',
  '</answer>',
]);

const SEGMENT_KIND = {
  [Tag.ThinkOpen]: 'think',
  [Tag.SearchOpen]: 'search',
  [Tag.InformationOpen]: 'information',
  [Tag.AnswerOpen]: 'answer',
} as const;

type Opener = keyof typeof SEGMENT_KIND;

/** A turn that is still being read. */
interface OpenTurn {
  start: number;
  end: number;
  thinks: string[];
  queries: Query[];
  documents: Document[];
  searches: Range[];
  observation: Range | null;
}

/** Parses chat text whose assistant calls tools in `<tool_call>` elements. Linear in the length of the text. */
export function parseToolCalls(text: string, parts: readonly TextPart[]): Trace {
  return new ToolCallParser(text, parts).parse();
}

class ToolCallParser {
  private readonly list = new SegmentList();
  private readonly turns: OpenTurn[] = [];
  private readonly anomalies: Anomaly[] = [];
  private readonly hits: TagHits;
  private answer: Answer | null = null;
  private hit = 0;

  constructor(
    private readonly text: string,
    private readonly parts: readonly TextPart[],
  ) {
    this.hits = TagHits.scan(text, TAGS);
  }

  parse(): Trace {
    const start = responseStart(this.text, this.parts);
    for (const stretch of stretchesOf(this.text, this.parts, start, this.hits.chat))
      this.readStretch(stretch);
    this.list.fill(this.text.length, 'policy');
    const turns = this.turns.map(({ thinks, ...turn }): Turn => ({
      ...turn,
      think: thinks.length > 0 ? thinks.join('\n') : null,
      error: null,
    }));
    return {
      segments: this.list.segments,
      turns,
      answer: this.answer ?? this.lastWords(),
      anomalies: this.anomalies,
      promptAnswers: [],
    };
  }

  /** Chats without answer tags answer in prose: the one text of a last turn that calls nothing. */
  private lastWords(): Answer | null {
    const turn = this.turns.at(-1);
    if (!turn || turn.queries.length > 0 || this.hits.next(Tag.AnswerOpen, 0) < this.hits.length) return null;
    const texts = this.list.segments
      .filter(({ kind, by, start }) => kind === 'text' && by === 'policy' && start >= turn.start)
      .map(({ start, end }) => trimRange(this.text, start, end - this.endMark(start, end)))
      .filter(({ start, end }) => end > start);
    const [only] = texts;
    return only && texts.length === 1 ? { ...only, text: this.text.slice(only.start, only.end) } : null;
  }

  /** Length of the end mark, and what follows it, at the end of a range. */
  private endMark(start: number, end: number): number {
    const mark = this.text.slice(start, end).lastIndexOf('<|im_end|>');
    return mark < 0 ? 0 : end - start - mark;
  }

  private readStretch(stretch: Stretch): void {
    const stop = this.hits.firstFrom(stretch.end, this.hit);
    if (stretch.by === 'prompt') this.list.add('prompt', 'prompt', stretch.start, stretch.end);
    else if (stretch.by === 'environment' && !stretch.frame) this.readObservation(stretch, stop);
    else if (stretch.frame) this.list.fill(stretch.end, stretch.by);
    else if (this.text.slice(stretch.start, stretch.end).trim() !== '') this.readPolicy(stretch, stop);
    this.list.fill(stretch.end, stretch.by);
    this.hit = stop;
  }

  private readPolicy(stretch: Stretch, stop: number): void {
    const turn: OpenTurn = {
      start: stretch.start,
      end: stretch.end,
      thinks: [],
      queries: [],
      documents: [],
      searches: [],
      observation: null,
    };
    this.turns.push(turn);
    for (let hit = this.hit; hit < stop;) {
      const kind = this.hits.kind(hit);
      if (kind % 2 === 0) hit = this.readElement(turn, kind as Opener, hit, stretch.end, stop);
      else hit = this.readCloser(turn, kind, hit);
    }
  }

  private readElement(turn: OpenTurn, kind: Opener, hit: number, end: number, stop: number): number {
    const { hits, list, text } = this;
    const closer = hits.next((kind + 1) as TagKind, hit);
    const closed = closer < stop;
    const opener = Math.min(hits.nextOpener(hit + 1), stop);
    const limit = closed ? hits.end(closer) : opener < stop ? hits.start(opener) : end;
    const body = trimRange(text, hits.end(hit), closed ? hits.start(closer) : limit);
    const content = text.slice(body.start, body.end);
    const range = { start: hits.start(hit), end: limit };
    list.add(SEGMENT_KIND[kind], 'policy', range.start, range.end, closed);
    if (!closed) this.anomalies.push({ kind: 'unclosed', tag: hits.tag(hit), ...range });
    if (kind === Tag.ThinkOpen) turn.thinks.push(content);
    if (kind === Tag.AnswerOpen && closed) this.answer = { ...body, text: content };
    if (kind === Tag.SearchOpen && closed) {
      for (const query of queriesOf(content, body.start)) turn.queries.push(query);
      turn.searches.push(range);
    }
    return closed ? closer + 1 : hits.firstFrom(limit, hit + 1);
  }

  /** A closing tag alone. Thinking may have started in the prompt: what stands before `</think>` is a thought. */
  private readCloser(turn: OpenTurn, kind: TagKind, hit: number): number {
    const { hits, list, text } = this;
    const range = { start: hits.start(hit), end: hits.end(hit) };
    // Many templates open the first thought in the prompt.
    const opened =
      kind === Tag.ThinkClose && turn.thinks.length === 0 && hits.next(Tag.ThinkOpen, this.hit) > hit;
    if (!opened) this.anomalies.push({ kind: 'unopened', tag: hits.tag(hit), ...range });
    const before = text.slice(list.end, range.start);
    if (kind === Tag.ThinkClose && before.trim() !== '') {
      turn.thinks.push(before.trim());
      list.add('think', 'policy', list.end, range.end);
    }
    return hit + 1;
  }

  /** What came back: each `<tool_response>`, or the whole message where the chat marks results by role. */
  private readObservation(stretch: Stretch, stop: number): void {
    const { hits, list } = this;
    const turn = this.turns.at(-1);
    let found = false;
    for (let hit = hits.next(Tag.InformationOpen, this.hit); hit < stop;) {
      const closer = hits.next(Tag.InformationClose, hit);
      const closed = closer < stop;
      const content = { start: hits.end(hit), end: closed ? hits.start(closer) : stretch.end };
      const end = closed ? hits.end(closer) : stretch.end;
      list.fill(hits.start(hit), 'environment');
      list.add('information', 'environment', hits.start(hit), end, closed);
      this.observe(turn, { start: hits.start(hit), end }, content);
      found = true;
      hit = closed ? hits.next(Tag.InformationOpen, closer) : stop;
    }
    const whole = contentOf(this.text, stretch);
    if (!found && whole.end > whole.start) {
      list.fill(whole.start, 'environment');
      list.add('information', 'environment', whole.start, whole.end);
      this.observe(turn, whole, whole);
    }
    if (turn) turn.end = stretch.end;
  }

  private observe(turn: OpenTurn | undefined, element: Range, content: Range): void {
    if (!turn) return;
    const body = trimRange(this.text, content.start, content.end);
    turn.observation = turn.observation ? { start: turn.observation.start, end: element.end } : element;
    if (body.end === body.start) return;
    const rank = turn.documents.length + 1;
    const query = Math.min(rank, Math.max(turn.queries.length, 1)) - 1;
    turn.documents.push({ ...wholeDocument(this.text.slice(body.start, body.end), body.start), rank, query });
  }
}
