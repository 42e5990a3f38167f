import type { Loss } from '../containers/container';

/** What a loss is counted over. */
export type LossUnit = 'file' | 'record' | 'rollout' | 'turn' | 'document';

/** One thing that was absent, guessed or cut, and how often. */
export interface LossLine {
  readonly kind: Loss['kind'];
  /** What was lost: a name (`golds`) or a clause of the container. The same for all it is counted over. */
  readonly what: string;
  /** How many of `of` it is true of; 1 of 1 where it is about the file. */
  readonly count: number;
  readonly of: number;
  readonly unit: LossUnit;
  /** The same in words, for people: "golds are absent in 12 of 100 rollouts". */
  readonly sentence: string;
}

/** Different clauses of containers that are counted by name; further ones share a line. */
const MOST_CLAUSES = 64;

/** Counts clauses by kind, in bounded memory whatever a container says. */
export class LossTally {
  readonly #counts = new Map<string, { readonly loss: Loss; count: number }>();
  #others = 0;

  add(loss: Loss): void {
    const key = `${loss.kind} ${loss.what}`;
    const known = this.#counts.get(key);
    if (known) known.count++;
    else if (this.#counts.size < MOST_CLAUSES) this.#counts.set(key, { loss, count: 1 });
    else this.#others++;
  }

  /** A line a clause, counted over `of` records. */
  lines(of: number): LossLine[] {
    const lines = Array.from(this.#counts.values(), ({ loss: { kind, what }, count }) =>
      lineOf(kind, what, { count, of, unit: 'record' }, `${what}, in ${shareOf(count, of, 'record')}`),
    );
    if (this.#others === 0) return lines;
    const what = 'other losses';
    const counted = { count: this.#others, of, unit: 'record' } as const;
    return [...lines, lineOf('guessed', what, counted, `${what} that are not listed: ${this.#others}`)];
  }
}

/** One line of a report. */
export function lineOf(
  kind: Loss['kind'],
  what: string,
  { count, of, unit }: Pick<LossLine, 'count' | 'of' | 'unit'>,
  sentence: string,
): LossLine {
  return { kind, what, count, of, unit, sentence };
}

/** `12 of 100 rollouts`, `all 100 rollouts`, `the one rollout`. */
export function shareOf(count: number, of: number, unit: LossUnit): string {
  if (of === 1) return `the one ${unit}`;
  return count === of ? `all ${of} ${unit}s` : `${count} of ${of} ${unit}s`;
}
