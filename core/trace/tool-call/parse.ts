import { countWhile } from '../../halving';
import { lastBox } from '../boxed';
import type { Anomaly, Answer, Range, TextPart, Trace } from '../model';
import { responseStart } from '../response';
import { SegmentList } from '../segments';
import { contentOf, lastTurnEnd, type Stretch, stretchesOf } from '../stretches';
import { Tag, TagHits, type TagKind, TagList } from '../tagged/hits';
import { skipBlanks, trimRange } from '../text';
import { bareCalls } from './bare-calls';
import { isError } from './errors';
import { cutAtResults } from './inline';
import { echoedCall, queriesOf } from './queries';
import { readResult } from './results';
import { readSandboxResult } from './sandbox';
import { OpenTurn } from './turns';
import { viewOf } from './view';

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

/** What sets one system of tool calls apart from the next. */
export interface ToolGrammar {
  /** Where the answer stands: in `<answer>`, else the last prose; or in the last `\boxed{…}` of the last turn. */
  readonly answer: 'tags' | 'boxed';
  /** Whether results repeat their call first, and label what came back (ReCall's sandbox). */
  readonly echoes: boolean;
  /** Whether reading a page is a search, and its address the query. */
  readonly pages: boolean;
  /** Whether the environment opens every thought, so that its closer comes alone in each turn. */
  readonly opensThoughts: boolean;
}

/** Makes the parser of chats whose assistant calls tools in `<tool_call>` elements. Linear in the length of the text. */
export function toolCallParser(grammar: ToolGrammar): (text: string, parts: readonly TextPart[]) => Trace {
  return (text, parts) => new ToolCallParser(text, parts, grammar).parse();
}

class ToolCallParser {
  private readonly list = new SegmentList();
  private readonly turns: OpenTurn[] = [];
  private readonly anomalies: Anomaly[] = [];
  private readonly hits: TagHits;
  private answer: Answer | null = null;
  private hit = 0;
  /** Whether calls are written without tags, since none has any. */
  private readonly bare: boolean;

  constructor(
    private readonly text: string,
    private readonly parts: readonly TextPart[],
    private readonly grammar: ToolGrammar,
  ) {
    this.hits = TagHits.scan(text, TAGS);
    this.bare = this.hits.next(Tag.SearchOpen, 0) === this.hits.length;
  }

  parse(): Trace {
    const start = responseStart(this.text, this.parts);
    for (const stretch of stretchesOf(this.text, this.parts, start, this.hits.chat)) this.readAll(stretch);
    this.list.fill(this.text.length, 'policy');
    const boxed = this.grammar.answer === 'boxed' ? this.boxed() : null;
    return {
      segments: this.list.segments,
      turns: this.turns.map((turn) => turn.finished()),
      answer: boxed ?? this.answer ?? this.lastWords(),
      anomalies: this.anomalies,
      promptAnswers: [],
    };
  }

  private boxed(): Answer | null {
    const turn = this.turns.at(-1);
    const box = turn ? lastBox(this.text, turn.start, turn.policyEnd) : null;
    const range = box && trimRange(this.text, box.start, box.end);
    return range && { ...range, text: this.text.slice(range.start, range.end) };
  }

  /** Chats without answer tags answer in prose: the one text of a last turn that calls nothing. */
  private lastWords(): Answer | null {
    const turn = this.turns.at(-1);
    if (this.grammar.answer === 'boxed' || !turn || turn.queries.length > 0) return null;
    if (this.hits.next(Tag.AnswerOpen, 0) < this.hits.length) return null;
    const texts = this.list.segments
      .slice(countWhile(this.list.segments, ({ start }) => start < turn.start))
      .filter(({ kind, by }) => kind === 'text' && by === 'policy')
      .map(({ start, end }) => trimRange(this.text, start, end - this.endMark(start, end)))
      .filter(({ start, end }) => end > start);
    const [only] = texts;
    return only && texts.length === 1 ? { ...only, text: this.text.slice(only.start, only.end) } : null;
  }

  /** Length of the end mark, and what follows it, at the end of a range. */
  private endMark(start: number, end: number): number {
    const mark = lastTurnEnd(this.text.slice(start, end));
    return mark < 0 ? 0 : end - start - mark;
  }

  /** A stretch; one of the policy is cut once more where results of tools stand in it. */
  private readAll(stretch: Stretch): void {
    const stop = this.hits.firstFrom(stretch.end, this.hit);
    if (stretch.by !== 'policy') return this.readStretch(stretch, stop);
    const opened = this.grammar.opensThoughts ? this.skipOpener(stretch) : stretch;
    for (const part of cutAtResults(this.text, this.hits, opened, this.hit, stop))
      this.readStretch(part, this.hits.firstFrom(part.end, this.hit));
  }

  /** The `<think>` that the environment wrote before a message of the policy is no text of the policy. */
  private skipOpener(stretch: Stretch): Stretch {
    const [opener = ''] = TAGS.tags;
    if (!this.text.startsWith(opener, stretch.start) || stretch.start === 0) return stretch;
    const start = stretch.start + opener.length;
    if (this.turns.length > 0) this.list.fill(start, 'environment');
    else this.list.add('prompt', 'prompt', stretch.start, start);
    this.hit = this.hits.firstFrom(start, this.hit);
    return { ...stretch, start };
  }

  private readStretch(stretch: Stretch, stop: number): void {
    if (stretch.by === 'prompt') this.list.add('prompt', 'prompt', stretch.start, stretch.end);
    else if (stretch.by === 'environment' && !stretch.frame) this.readObservation(stretch, stop);
    else if (stretch.frame) this.list.fill(stretch.end, stretch.by);
    else if (this.text.slice(stretch.start, stretch.end).trim() !== '') this.readPolicy(stretch, stop);
    this.list.fill(stretch.end, stretch.by);
    this.hit = stop;
  }

  private readPolicy(stretch: Stretch, stop: number): void {
    const turn = new OpenTurn(stretch.start, stretch.end);
    this.turns.push(turn);
    const content = this.bare ? contentOf(this.text, stretch) : null;
    const calls = content ? bareCalls(this.text, content.start, content.end) : [];
    let next = 0;
    const callsBefore = (limit: number): void => {
      for (let call = calls[next]; call && call.start < limit; call = calls[++next]) {
        if (call.start < this.list.end || call.end > limit) continue;
        this.list.fill(call.start, 'policy');
        this.list.add('search', 'policy', call.start, call.end);
        this.call(turn, call, call);
      }
    };
    for (let hit = this.hit; hit < stop;) {
      callsBefore(this.hits.start(hit));
      const kind = this.hits.kind(hit);
      if (kind % 2 === 0) hit = this.readElement(turn, kind as Opener, hit, stretch.end, stop);
      else hit = this.readCloser(turn, kind, hit);
    }
    callsBefore(stretch.end + 1);
  }

  private call(turn: OpenTurn, element: Range, body: Range): void {
    const { text, grammar } = this;
    const id = this.partAt(element.start)?.call;
    turn.call(element, queriesOf(text, body, grammar), text.slice(body.start, body.end), id);
  }

  private partAt(offset: number): TextPart | undefined {
    return this.parts[countWhile(this.parts, ({ start }) => start <= offset) - 1];
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
    if (kind === Tag.SearchOpen && closed) this.call(turn, range, body);
    return closed ? closer + 1 : hits.firstFrom(limit, hit + 1);
  }

  /** A closing tag alone. Thinking may have started in the prompt: what stands before `</think>` is a thought. */
  private readCloser(turn: OpenTurn, kind: TagKind, hit: number): number {
    const { hits, list, text } = this;
    const range = { start: hits.start(hit), end: hits.end(hit) };
    // Many templates open the first thought in the prompt.
    const opened =
      kind === Tag.ThinkClose &&
      turn.thinks.length === 0 &&
      (this.grammar.opensThoughts || hits.next(Tag.ThinkOpen, this.hit) > hit);
    if (!opened) this.anomalies.push({ kind: 'unopened', tag: hits.tag(hit), ...range });
    const before = kind === Tag.ThinkClose ? text.slice(list.end, range.start).trim() : '';
    if (before !== '') {
      turn.thinks.push(before);
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
      if (!closed)
        this.anomalies.push({
          kind: 'truncated',
          tag: TAGS.tags[Tag.InformationClose] ?? null,
          start: end,
          end,
        });
      this.observe(turn, { start: hits.start(hit), end }, content);
      found = true;
      hit = closed ? hits.next(Tag.InformationOpen, closer) : stop;
    }
    if (!found) this.readMessage(turn, contentOf(this.text, stretch));
    if (turn) turn.end = stretch.end;
  }

  /** A message without tags: a result where a call waits for one or it says an error, else words of a user. */
  private readMessage(turn: OpenTurn | undefined, whole: Range): void {
    if (whole.end <= whole.start) return;
    this.list.fill(whole.start, 'environment');
    const said = this.text.slice(whole.start, whole.end);
    if (turn && turn.searches.length === 0 && isError(said)) {
      this.list.add('notice', 'environment', whole.start, whole.end);
      turn.error ??= said;
    }
    if (!turn || turn.searches.length === 0) return;
    this.list.add('information', 'environment', whole.start, whole.end);
    this.observe(turn, whole, whole);
  }

  private observe(turn: OpenTurn | undefined, element: Range, content: Range): void {
    if (!turn) return;
    const { text } = this;
    const from = skipBlanks(text, content.start, content.end);
    const { echoes } = this.grammar;
    const said = echoes ? this.echoEnd(turn, from, content.end) : from;
    const view = viewOf(text, { start: said, end: content.end });
    const result = echoes ? readSandboxResult(view) : readResult(view);
    const echo = said > from ? text.slice(from, said) : null;
    turn.observe(element, result.sections, this.partAt(element.start)?.call, echo);
    turn.error ??= result.error;
    if (result.cut) this.anomalies.push({ kind: 'truncated', tag: null, ...result.cut });
  }

  /** Where a result's repetition of its call ends: one that is no JSON is told by its words. */
  private echoEnd(turn: OpenTurn, from: number, end: number): number {
    const { awaited } = turn;
    if (awaited !== null && awaited !== '' && this.text.startsWith(awaited, from))
      return Math.min(end, from + awaited.length);
    return echoedCall(this.text, from, end)?.end ?? from;
  }
}
