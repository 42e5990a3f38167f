import type { Answer, Range, TextPart, Trace } from '../model';
import { type OpenTurn, openTurn } from '../open-turn';
import { resultDocuments, startsWithResults } from '../documents/results';
import { responseStart } from '../response';
import { contentOf, hasTurns, lastTurnEnd, type Stretch, stretchesOf } from '../stretches';
import { trimRange } from '../text';
import { TraceReader } from '../trace-reader';
import { type Call, callsIn } from './calls';

export const REASONING = { open: '<reasoning>', close: '</reasoning>' } as const;

/**
 * Parses a chat of AutoDidact: a message of the policy with exactly one JSON object searches, one without any is the
 * answer, and one with more is an error. Linear in the length of the text.
 */
export function parseAutoDidact(text: string, parts: readonly TextPart[]): Trace {
  return new AutoDidactParser(text, parts).parse();
}

class AutoDidactParser extends TraceReader {
  private answer: Answer | null = null;

  parse(): Trace {
    const { text, list } = this;
    const start = responseStart(text, this.parts);
    const chat = hasTurns(text);
    for (const stretch of stretchesOf(text, this.parts, start, chat)) {
      if (stretch.by === 'prompt') list.add('prompt', 'prompt', stretch.start, stretch.end);
      else if (stretch.by === 'policy') this.readMessage(stretch);
      else if (!stretch.frame) this.readReply(stretch);
      list.fill(stretch.end, stretch.by);
    }
    return this.trace(this.answer);
  }

  private readMessage(stretch: Stretch): void {
    const { text, list } = this;
    const said = trimRange(text, stretch.start, this.beforeEndMark(stretch));
    if (said.end === said.start) return;
    const turn = openTurn(stretch);
    this.turns.push(turn);
    const rest = this.readReasoning(turn, said);
    const calls = callsIn(text, said.start, said.end);
    const [call] = calls;
    this.answer = null;
    if (call === undefined) this.takeAnswer(rest);
    else if (calls.length === 1) this.takeCall(turn, call);
    else for (const { start, end } of calls) if (start >= list.end) list.add('search', 'policy', start, end);
  }

  /** Reasoning elements become thoughts; returns what stands after the last of them. */
  private readReasoning(turn: OpenTurn, said: Range): Range {
    const { text, list } = this;
    const base = said.start;
    const message = text.slice(base, said.end);
    const thoughts: string[] = [];
    let after = 0;
    for (let open = message.indexOf(REASONING.open); open >= 0;) {
      const content = open + REASONING.open.length;
      const close = message.indexOf(REASONING.close, content);
      const closed = close >= 0;
      const end = closed ? close + REASONING.close.length : this.callAfter(base + content, said.end) - base;
      const range = { start: base + open, end: base + end };
      if (!closed) this.anomalies.push({ kind: 'unclosed', tag: REASONING.open, ...range });
      thoughts.push(message.slice(content, closed ? close : end));
      list.add('think', 'policy', range.start, range.end, closed);
      after = end;
      open = closed ? message.indexOf(REASONING.open, end) : -1;
    }
    if (thoughts.length > 0) turn.think = thoughts.join('\n');
    return trimRange(text, base + after, said.end);
  }

  /** A thought that is not closed ends at the call. */
  private callAfter(from: number, end: number): number {
    return callsIn(this.text, from, end)[0]?.start ?? end;
  }

  private takeCall(turn: OpenTurn, { start, end, query }: Call): void {
    // A call inside a thought fires all the same; its place then belongs to the thought.
    if (start >= this.list.end) this.list.add('search', 'policy', start, end);
    turn.searches.push({ start, end });
    if (query) turn.queries.push(query);
  }

  private takeAnswer({ start, end }: Range): void {
    if (end === start) return;
    this.list.add('answer', 'policy', start, end);
    this.answer = { text: this.text.slice(start, end), start, end };
  }

  /** What came back: results, or whatever else was said, which is an error of the system. */
  private readReply(stretch: Stretch): void {
    const { text, list } = this;
    const turn = this.turns.at(-1);
    const said = contentOf(text, stretch);
    if (turn) turn.end = stretch.end;
    if (said.end === said.start) return;
    const found = startsWithResults(text, said.start);
    list.fill(said.start, 'environment');
    list.add(found ? 'information' : 'notice', 'environment', said.start, said.end);
    if (!turn) return;
    if (!found) turn.error = text.slice(said.start, said.end);
    else {
      turn.observation = said;
      for (const document of resultDocuments(text, said.start, said.end)) turn.documents.push(document);
    }
  }

  private beforeEndMark({ start, end }: Range): number {
    const mark = lastTurnEnd(this.text.slice(start, end));
    return mark >= 0 ? start + mark : end;
  }
}
