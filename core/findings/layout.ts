import type { Anomaly, Query, Range, Segment, Turn } from '../trace/model';
import { contentEnd, lastStartingBy, turnAt } from './places';
import type { UncheckedRollout } from './rule';

/** Tags of searches and answers: one that stands alone is why the environment found no action. */
const ACTION_TAG = /search|answer|query|call/;

/** What rules ask of a turn again and again. */
interface TurnMarks {
  noticed: boolean;
  answered: number;
  action: Anomaly | null;
  readonly loose: Anomaly[];
}

/**
 * Where things stand in a rollout, gathered once for all rules: asking for one turn after the other costs what one
 * pass over the rollout costs.
 */
export class Layout {
  private ends: { readonly content: number; readonly ink: number } | null = null;
  private marks: ReadonlyMap<number | null, TurnMarks> | null = null;

  constructor(private readonly rollout: UncheckedRollout) {}

  /** Where the text really ends: before the sampler's end marks and blanks. */
  get contentEnd(): number {
    return this.findEnds().content;
  }

  /** Where the text ends but for blanks. */
  get inkEnd(): number {
    return this.findEnds().ink;
  }

  /** Whether an invalid-action notice starts in a turn. */
  hasNotice(turn: number): boolean {
    return this.marksOf(turn)?.noticed ?? false;
  }

  /** End of the first closed answer that starts in a turn (null: outside of all); Infinity where there is none. */
  answeredAt(turn: number | null): number {
    return this.marksOf(turn)?.answered ?? Infinity;
  }

  /** Tags without their counterpart that start in a turn, in order. */
  looseTags(turn: number | null): readonly Anomaly[] {
    return this.marksOf(turn)?.loose ?? [];
  }

  /** The first tag of a search or answer that stands alone in a turn. */
  looseAction(turn: number | null): Anomaly | null {
    return this.marksOf(turn)?.action ?? null;
  }

  /**
   * The policy's last element where it stands open at the very end; null where none does. An end mark after it proves
   * nothing: loggers and chat templates put one behind cut responses too (R1-Searcher `openrlhf`'s reward query,
   * RL-Factory's samples).
   */
  get openEnd(): Segment | null {
    const { text, segments } = this.rollout;
    const end = this.contentEnd;
    const last = segments.findLast(
      ({ start, end: stop }) => start < end && text.slice(start, Math.min(stop, end)).trim() !== '',
    );
    return last && last.by === 'policy' && !last.closed ? last : null;
  }

  private findEnds(): { readonly content: number; readonly ink: number } {
    const { text } = this.rollout;
    return (this.ends ??= { content: contentEnd(text), ink: text.trimEnd().length });
  }

  private marksOf(turn: number | null): TurnMarks | undefined {
    this.marks ??= marksByTurn(this.rollout);
    return this.marks.get(turn);
  }
}

function marksByTurn(rollout: UncheckedRollout): ReadonlyMap<number | null, TurnMarks> {
  const marks = new Map<number | null, TurnMarks>();
  const at = (offset: number): TurnMarks => {
    const turn = turnAt(rollout, offset);
    const known = marks.get(turn) ?? { noticed: false, answered: Infinity, action: null, loose: [] };
    marks.set(turn, known);
    return known;
  };
  for (const { kind, closed, start, end } of rollout.segments) {
    if (kind === 'notice') at(start).noticed = true;
    else if (kind === 'answer' && closed) {
      const turn = at(start);
      turn.answered = Math.min(turn.answered, end);
    }
  }
  const loose = rollout.anomalies.filter(({ kind }) => kind !== 'truncated');
  for (const anomaly of loose.sort((left, right) => left.start - right.start)) {
    const turn = at(anomaly.start);
    turn.loose.push(anomaly);
    if (anomaly.tag !== null && ACTION_TAG.test(anomaly.tag)) turn.action ??= anomaly;
  }
  return marks;
}

/** The queries of each search of a turn. Searches stand in order. */
export function queriesBySearch({ searches, queries }: Turn): readonly (readonly Query[])[] {
  const found = searches.map((): Query[] => []);
  for (const query of queries) {
    const index = lastStartingBy(searches, query.start);
    const search = searches[index];
    if (search && query.end <= search.end) found[index]?.push(query);
  }
  return found;
}

/** The search of a turn that a range stands in. */
export function searchAround({ searches }: Turn, { start, end }: Range): Range | undefined {
  const search = searches[lastStartingBy(searches, start)];
  return search && end <= search.end ? search : undefined;
}
