import { normaliseN1, type Normaliser } from './normalise';

/**
 * Whether an answer equals a gold after normalisation. As in `em_check` of the Search-R1 family an answer that
 * normalises to nothing equals a gold that does. False without golds.
 */
export function exactMatch(
  answer: string,
  golds: readonly string[],
  normalise: Normaliser = normaliseN1,
): boolean {
  const wanted = normalise(answer);
  return golds.some((gold) => normalise(gold) === wanted);
}

/** How a system computes token F1. */
export interface F1Options {
  readonly normalise?: Normaliser;
  /**
   * Whether a gold counts 0 where either side is yes, no or noanswer and the two differ: R1-Searcher, ReSearch and
   * ReCall (HotpotQA's rule); not RouteRAG's test. Off when left out.
   */
  readonly closedAnswers?: boolean;
}

const CLOSED_ANSWERS: readonly string[] = ['yes', 'no', 'noanswer'];

/**
 * Token F1, the best over the golds, from 0 to 1: the overlap of the two bags of normalised tokens, as precision
 * over the answer's and recall over the gold's. No overlap is 0, so an answer without tokens is too.
 */
export function tokenF1(answer: string, golds: readonly string[], options: F1Options = {}): number {
  const { normalise = normaliseN1, closedAnswers = false } = options;
  const given = normalise(answer);
  return golds.reduce((best, gold) => {
    const wanted = normalise(gold);
    const closed = CLOSED_ANSWERS.includes(given) || CLOSED_ANSWERS.includes(wanted);
    return closedAnswers && closed && given !== wanted ? best : Math.max(best, bagF1(given, wanted));
  }, 0);
}

/** R1-Searcher's step before N2: exactly `True` and `False` become yes and no. */
export function truthAsYesNo(answer: string): string {
  if (answer === 'True') return 'yes';
  return answer === 'False' ? 'no' : answer;
}

/** The tokens of a normalised text. */
export function tokensOf(normal: string): string[] {
  return normal === '' ? [] : normal.split(' ');
}

function bagF1(given: string, wanted: string): number {
  if (given === wanted) return given === '' ? 0 : 1;
  const left = tokensOf(given);
  const right = tokensOf(wanted);
  const { length } = right;
  const same = length <= FEW ? sharedOfFew(left, right) : sharedOf(left, right);
  if (same === 0) return 0;
  const precision = same / left.length;
  const recall = same / length;
  return (2 * precision * recall) / (precision + recall);
}

/** Tokens up to which looking at each costs less than a map of them. */
const FEW = 8;

/** How many tokens two bags share. */
function sharedOf(left: readonly string[], right: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const token of right) counts.set(token, (counts.get(token) ?? 0) + 1);
  let same = 0;
  for (const token of left) {
    const count = counts.get(token) ?? 0;
    if (count === 0) continue;
    counts.set(token, count - 1);
    same += 1;
  }
  return same;
}

/** The same for a bag of few; it takes out of it what they share. */
function sharedOfFew(left: readonly string[], right: string[]): number {
  let same = 0;
  for (const token of left) {
    const at = right.indexOf(token);
    if (at < 0) continue;
    right.splice(at, 1);
    same += 1;
  }
  return same;
}

/** How well an answer fits its golds: exact match, 0 or 1, and token F1, from 0 to 1, both N1; no answer fits none. */
export function answerFit(
  answer: string | null,
  golds: readonly string[],
): { readonly em: number | null; readonly f1: number | null } {
  if (golds.length === 0) return { em: null, f1: null };
  if (answer === null) return { em: 0, f1: 0 };
  return { em: Number(exactMatch(answer, golds)), f1: tokenF1(answer, golds) };
}
