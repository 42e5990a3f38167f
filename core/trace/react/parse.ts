import type { Answer, Mark, MarkKind, Query, Range, TextPart, Trace } from '../model';
import { type OpenTurn, openTurn } from '../open-turn';
import { contentOf, hasTurns, type Stretch, stretchesOf } from '../stretches';
import { trimRange } from '../text';
import { TraceReader } from '../trace-reader';
import { type Action, actionIn } from './actions';
import { type Label, labelAt, labelsIn } from './labels';
import { kindOfObservation, observedDocument } from './observations';
import { reactStart } from './prompt';

/** A turn with all its thoughts, and the action that runs. */
interface ReactTurn extends OpenTurn {
  readonly thinks: string[];
  acted: Action | null;
}

/** A prompt that ends so lets the policy begin in the middle of a thought. */
const OPEN_THOUGHT = /Thought(?: \d{1,4})?:$/;

/** Characters at a prompt's end in which an open thought is looked for. */
const TAIL = 32;

/** Parses Thought/Action/Observation transcripts, as one text or as chat messages. Linear in the text's length. */
export function parseReact(text: string, parts: readonly TextPart[]): Trace {
  return new ReactParser(text, parts).parse();
}

class ReactParser extends TraceReader<ReactTurn> {
  private readonly marks: Mark[] = [];
  /** What a finished turn answered, and the last answer written at all. */
  private answer: Answer | null = null;
  private written: Answer | null = null;
  /** Whether the container knows messages of the environment: then no other text is its own. */
  private roles = false;
  private numbered: boolean | null = null;

  parse(): Trace {
    const { text } = this;
    const start = reactStart(text, this.parts);
    const stretches = stretchesOf(text, this.parts, start, hasTurns(text));
    this.roles = stretches.some(({ by, frame }) => by === 'environment' && !frame);
    for (const stretch of stretches) this.readStretch(stretch);
    const turns = this.turns.map(({ thinks, acted: _, ...turn }) => ({
      ...turn,
      think: thinks.length > 0 ? thinks.join('\n') : null,
    }));
    return { ...this.trace(this.answer ?? this.written), turns, marks: this.marks };
  }

  private readStretch(stretch: Stretch): void {
    if (stretch.by === 'prompt') this.list.add('prompt', 'prompt', stretch.start, stretch.end);
    else if (stretch.by === 'environment' && !stretch.frame) this.observe(contentOf(this.text, stretch));
    else if (!stretch.frame) this.readPolicy(stretch);
    this.list.fill(stretch.end, stretch.by);
  }

  /** The steps of a stretch. Without roles its observations are the environment's. */
  private readPolicy({ start, end }: Range): void {
    const labels = this.stepsIn(start, end);
    this.readHead(start, labels[0]?.start ?? end);
    for (const [at, label] of labels.entries()) {
      const stop = labels[at + 1]?.start ?? end;
      const piece = trimRange(this.text, label.start, stop);
      if (label.name === 'Observation' && !this.roles) this.observe(piece);
      else if (piece.end > piece.start) this.readStep(label, piece);
    }
    this.extend(end);
  }

  /** Labels that begin a step. Those in an observation's text are of another numbering, or of an earlier step. */
  private stepsIn(start: number, end: number): Label[] {
    let observed: Label | null = null;
    return labelsIn(this.text, start, end).filter((label) => {
      this.numbered ??= label.name === 'Question' ? null : label.number !== null;
      const alien = this.numbered !== null && this.numbered !== (label.number !== null);
      const within = observed !== null && !this.roles;
      if (within && (alien || (label.number ?? 0) < (observed?.number ?? 0))) return false;
      if (within && /^(?:Question|Reflection)/.test(label.name)) return false;
      if (within && label.name === 'Observation' && label.number === observed?.number) return false;
      observed = label.name === 'Observation' ? label : null;
      return true;
    });
  }

  /** What stands before the first label: the rest of a thought that the prompt opened, or words. */
  private readHead(start: number, end: number): void {
    const { text, list } = this;
    const piece = trimRange(text, start, end);
    if (piece.end === piece.start) return;
    const turn = this.currentTurn(start);
    turn.end = piece.end;
    if (OPEN_THOUGHT.test(text.slice(Math.max(0, start - TAIL), start).trimEnd())) {
      list.add('think', 'policy', piece.start, piece.end);
      turn.thinks.push(text.slice(piece.start, piece.end));
    }
    list.fill(piece.end, 'policy');
  }

  private readStep(label: Label, piece: Range): void {
    const { text, list } = this;
    const content = trimRange(text, label.end, Math.max(piece.end, label.end));
    const turn = this.currentTurn(piece.start);
    turn.end = piece.end;
    if (label.name === 'Action') this.readAction(turn, actionIn(text, content.start, content.end));
    else if (label.name === 'Thought') {
      list.add('think', 'policy', piece.start, piece.end);
      turn.thinks.push(text.slice(content.start, content.end));
    } else if (label.name === 'Observation')
      // The chat says who wrote what: the policy made this up.
      list.add('information', 'policy', piece.start, piece.end);
    else {
      list.fill(piece.start, 'policy');
      if (label.name === 'ActionPath') this.mark('path', content);
      else if (label.name !== 'Question') this.mark('reflection', content);
    }
    list.fill(piece.end, 'policy');
  }

  /** The first action of a turn is the one that runs; others were written before anything came back. */
  private readAction(turn: ReactTurn, action: Action): void {
    const { text, list } = this;
    const { role, name, range, argument, closed } = action;
    const runs = turn.acted === null;
    if (runs) turn.acted = action;
    if (!closed)
      this.anomalies.push({ kind: 'unclosed', tag: `${name}[`, start: range.start, end: range.end });
    if (role === 'search') {
      list.add('search', 'policy', range.start, range.end, closed);
      if (runs) turn.searches = [range];
      if (runs && closed) turn.queries = [this.queryOf(action)];
    } else if (role === 'finish') {
      list.add('answer', 'policy', range.start, range.end, closed);
      const answer = { ...argument, text: text.slice(argument.start, argument.end) };
      if (closed) this.written = answer;
      if (closed && runs) this.answer = answer;
    } else if (role === 'reflect') this.mark('reflection', argument);
    else this.mark('action', range);
  }

  private queryOf({ name, argument }: Action): Query {
    return { ...argument, text: this.text.slice(argument.start, argument.end), mode: null, operator: name };
  }

  /** What the environment says; it belongs to the turn before it. */
  private observe(element: Range): void {
    const { text, list } = this;
    if (element.end === element.start) return;
    const label = labelAt(text, element.start);
    const at = label?.name === 'Observation' ? Math.min(label.end, element.end) : element.start;
    const content = trimRange(text, at, element.end);
    const said = text.slice(content.start, content.end);
    const turn = this.turns.at(-1);
    const acted = turn?.acted ?? null;
    const kind = kindOfObservation(said);
    const answered = (acted?.role === 'finish' || acted?.role === 'reflect') && kind === 'document';
    if (turn && turn.observation === null) {
      turn.end = element.end;
      turn.observation = element;
      // A search without its bracket was run all the same where something came back.
      if (acted?.role === 'search' && !acted.closed) turn.queries = [this.queryOf(acted)];
      if (kind === 'nothing' || kind === 'failure' || kind === 'invalid') turn.error = said;
      if (kind === 'nothing') turn.nothingFound = true;
      else if (kind === 'document' && said !== '' && !answered)
        turn.documents = [observedDocument(text, content)];
    }
    list.fill(element.start, 'environment');
    if (kind === 'verdict') this.mark('verdict', content, 'environment');
    else if (kind === 'invalid' && acted?.role !== 'search')
      list.add('notice', 'environment', element.start, element.end);
    else if (!answered) list.add('information', 'environment', element.start, element.end);
    list.fill(element.end, 'environment');
  }

  private currentTurn(start: number): ReactTurn {
    const last = this.turns.at(-1);
    if (last && last.observation === null) return last;
    const turn = { ...openTurn({ start, end: start }), thinks: [], acted: null };
    this.turns.push(turn);
    return turn;
  }

  /** A turn goes to the end of its message. */
  private extend(end: number): void {
    const last = this.turns.at(-1);
    if (last) last.end = Math.max(last.end, trimRange(this.text, last.start, end).end);
  }

  private mark(kind: MarkKind, { start, end }: Range, by: 'policy' | 'environment' = 'policy'): void {
    this.list.fill(start, by);
    if (end > start) this.marks.push({ kind, start, end, text: this.text.slice(start, end) });
    this.list.fill(end, by);
  }
}
