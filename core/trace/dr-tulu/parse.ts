import { countWhile } from '../../halving';
import type { Anomaly, Answer, Citation, Range, TextPart, Trace } from '../model';
import { lastBox } from '../boxed';
import { responseStart } from '../response';
import { SegmentList } from '../segments';
import { skipBlanks, trimRange } from '../text';
import { isError } from '../tool-call/errors';
import { OpenTurn } from '../tool-call/turns';
import { snippets } from './documents';
import { attribute, tagsIn, type FoundTag } from './tags';

const KINDS = { think: 'think', call_tool: 'search', tool_output: 'information', answer: 'answer' } as const;

type Element = keyof typeof KINDS;

/**
 * Cuts a trace of DR Tulu: one text in which the environment's `<tool_output>` follows a call's end. Output elsewhere
 * was typed by the policy. Linear in the length of the text.
 */
export function parseDrTulu(text: string, parts: readonly TextPart[]): Trace {
  return new DrTuluParser(text, parts).parse();
}

class DrTuluParser {
  private readonly list = new SegmentList();
  private readonly turns: OpenTurn[] = [];
  private readonly anomalies: Anomaly[] = [];
  private readonly tags: readonly FoundTag[];
  private readonly closers = new Map<Element, number[]>();
  private readonly openers: number[] = [];
  private readonly start: number;
  private answer: Answer | null = null;
  private citations: readonly Citation[] = [];
  private turn: OpenTurn | null = null;
  /** Whether the last thing that happened is the end of a call, for which output may come. */
  private called = false;

  constructor(
    private readonly text: string,
    parts: readonly TextPart[],
  ) {
    this.start = responseStart(text, parts);
    this.tags = tagsIn(text, this.start, text.length).filter(({ name }) => Object.hasOwn(KINDS, name));
    this.tags.forEach(({ name, close }, at) => {
      if (!close) {
        this.openers.push(at);
        return;
      }
      const closers = this.closers.get(name as Element);
      if (closers) closers.push(at);
      else this.closers.set(name as Element, [at]);
    });
  }

  parse(): Trace {
    const { text, list, tags } = this;
    if (this.start > 0) list.add('prompt', 'prompt', 0, this.start);
    for (let at = 0; at < tags.length;) {
      const tag = tags[at];
      if (!tag) break;
      at = tag.close ? this.closer(tag, at) : this.element(tag, at);
    }
    if (skipBlanks(text, list.end, text.length) < text.length) this.open(list.end);
    list.fill(text.length, 'policy');
    if (this.turn) this.turn.end = text.length;
    return {
      segments: list.segments,
      turns: this.turns.map((turn) => turn.finished()),
      answer: this.answer,
      anomalies: this.anomalies,
      promptAnswers: [],
      citations: this.citations,
    };
  }

  /** The turn under way; one that has its output is over with the policy's next words. */
  private open(start: number): OpenTurn {
    if (this.turn) return this.turn;
    this.turn = new OpenTurn(start, this.text.length);
    this.turns.push(this.turn);
    return this.turn;
  }

  private element(tag: FoundTag, at: number): number {
    const name = tag.name as Element;
    if (name === 'tool_output' && this.follows(tag)) return this.output(tag, at);
    const { text, list } = this;
    if (this.turn?.observed) this.turn = null;
    const turn = this.open(list.end);
    const close = this.nextCloser(name, at);
    const next = this.nextOpener(at);
    // A thought ends at the next element where its closer is missing; others where their closer stands.
    const closed = close !== null && (name === 'answer' || close.at < next);
    const end = closed ? close.tag.end : (this.tags[next]?.start ?? text.length);
    const body = trimRange(text, tag.end, closed ? close.tag.start : end);
    const content = text.slice(body.start, body.end);
    list.add(KINDS[name], 'policy', tag.start, end, closed);
    if (!closed)
      this.anomalies.push({
        kind: 'unclosed',
        tag: name === 'call_tool' ? '<call_tool' : `<${name}>`,
        start: tag.start,
        end,
      });
    if (name === 'think') turn.thinks.push(content);
    if (name === 'answer' && closed) this.readAnswer(body);
    this.called = name === 'call_tool' && closed;
    if (this.called) {
      const range = { start: tag.start, end };
      turn.call(range, [{ text: content, mode: null, ...body }], content, undefined);
    }
    turn.end = end;
    return closed ? close.at + 1 : next;
  }

  /** Whether output stands where the environment writes it: right behind a call, or behind other output. */
  private follows(tag: FoundTag): boolean {
    return this.called && skipBlanks(this.text, this.list.end, tag.start) === tag.start;
  }

  private output(tag: FoundTag, at: number): number {
    const { text, list } = this;
    const turn = this.open(tag.start);
    const close = this.nextCloser('tool_output', at);
    // What pages say is not looked at for tags; output without its end goes up to the policy's next element.
    const next = this.nextOpener(at);
    const end = close ? close.tag.end : (this.tags[next]?.start ?? text.length);
    const content = trimRange(text, tag.end, close ? close.tag.start : end);
    list.fill(tag.start, 'environment');
    list.add('information', 'environment', tag.start, end, close !== null);
    if (!close) this.anomalies.push({ kind: 'truncated', tag: '</tool_output>', start: end, end });
    const said = text.slice(content.start, content.end);
    const failed = isError(said);
    const documents = failed ? [] : snippets(text, content.start, content.end);
    turn.observe({ start: tag.start, end }, [{ asked: null, documents }], undefined, null);
    if (failed) turn.error ??= said;
    turn.end = end;
    turn.observed = true;
    return close ? close.at + 1 : next;
  }

  /** A closer alone: what the policy wrote before `</think>` is a thought whose opener is missing. */
  private closer(tag: FoundTag, at: number): number {
    const { text, list } = this;
    this.anomalies.push({ kind: 'unopened', tag: `</${tag.name}>`, start: tag.start, end: tag.end });
    this.called = false;
    if (tag.name !== 'think') return at + 1;
    const before = trimRange(text, list.end, tag.start);
    if (before.end === before.start) return at + 1;
    if (this.turn?.observed) this.turn = null;
    this.open(list.end).thinks.push(text.slice(before.start, before.end));
    list.add('think', 'policy', list.end, tag.end);
    return at + 1;
  }

  /** The answer is what stands in its last box, else all of it; its citations are those of the whole element. */
  private readAnswer(body: Range): void {
    const { text } = this;
    const box = lastBox(text, body.start, body.end);
    const { start, end } = box ? trimRange(text, box.start, box.end) : body;
    this.answer = { text: text.slice(start, end), start, end };
    this.citations = citationsIn(text, body);
  }

  private nextOpener(at: number): number {
    return this.openers[countWhile(this.openers, (opener) => opener <= at)] ?? this.tags.length;
  }

  private nextCloser(name: Element, at: number): { readonly tag: FoundTag; readonly at: number } | null {
    const closers = this.closers.get(name) ?? [];
    const index = closers[countWhile(closers, (closer) => closer < at)];
    const tag = index === undefined ? undefined : this.tags[index];
    return index === undefined || !tag ? null : { tag, at: index };
  }
}

/** Every `<cite id="a,b">…</cite>` of an answer, in order. */
function citationsIn(text: string, { start, end }: Range): Citation[] {
  const citations: Citation[] = [];
  let opener: FoundTag | null = null;
  for (const tag of tagsIn(text, start, end)) {
    if (tag.name !== 'cite') continue;
    if (!tag.close) opener = tag;
    else if (opener) {
      const ids = (attribute(opener, 'id') ?? '').split(',').map((id) => id.trim());
      citations.push({
        ids: ids.filter((id) => id !== ''),
        text: text.slice(opener.end, tag.start).trim(),
        start: opener.start,
        end: tag.end,
      });
      opener = null;
    }
  }
  return citations;
}
