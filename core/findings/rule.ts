import type { Dialect } from '../trace/dialect';
import type { Range, Rollout, Severity } from '../trace/model';
import type { Layout } from './layout';
import type { Needle } from './needle';

/** A rollout whose findings are being worked out. */
export type UncheckedRollout = Omit<Rollout, 'findings'>;

/** What a rule may look at. */
export interface RuleContext {
  readonly rollout: UncheckedRollout;
  readonly dialect: Dialect;
  /** Evidence shared between rules, computed at most once a rollout. */
  readonly evidence: Evidence;
}

/** Where golds and the answer stand in the retrieved documents, and what rules ask besides; computed on first use. */
export interface Evidence {
  /** Whether the answer equals a gold after normalisation (N1); null without golds or answer. */
  readonly correct: boolean | null;
  /**
   * Whether the file itself records the answer as right: a judge's verdict (`gpt4o_output`), else a score or reward of
   * 1 or more. False for a verdict against it and for 0 or less; null where nothing is recorded, or a part of the
   * reward.
   */
  readonly judgedRight: boolean | null;
  /**
   * Golds that are worth looking for in documents. Empty without golds and where finding one says nothing: yes, no
   * and other closed answers, numbers of one or two digits. `gold` is null then, and what depends on it must not speak.
   */
  readonly searchableGolds: readonly string[];
  /** The same, ready to be looked for. */
  readonly needles: readonly Needle[];
  /** First document that contains a gold, as indices; null when none does. */
  readonly gold: { readonly turn: number; readonly document: number } | null;
  /** First document that contains the answer, as indices; null when none does. */
  readonly answer: { readonly turn: number; readonly document: number } | null;
  /**
   * Whether any search brought documents whose text is kept. What a tool returned that does not search (Python, a
   * browser) is none; of titles alone nobody can say what stands in the documents.
   */
  readonly retrieved: boolean;
  /**
   * Everything retrieved, normalised: one entry a document, and one for each observation that could not be cut into
   * documents (`document` is null).
   */
  readonly passages: readonly Passage[];
  /** Where things stand in the text. */
  readonly layout: Layout;
}

/** One retrieved text, ready to be searched. */
export interface Passage {
  readonly turn: number;
  readonly document: number | null;
  /** Title and text after normalisation (N1); computed on first use. */
  readonly normal: string;
  /** Whether a needle stands in it on token boundaries. Quicker than normalising where it does not. */
  holds(needle: Needle): boolean;
}

/** What a rule saw. */
export interface Sighting extends Range {
  readonly turn: number | null;
  /** Says what was seen, with the values: not "query repeated" but "repeats the query of turn 2". */
  readonly message: string;
}

/** Takes what a rule saw: most rules see nothing in most rollouts, and a call that says nothing costs nothing. */
export type Report = (sighting: Sighting) => void;

/** One rule: a stable id, what it means, and how to see it. Its page is `docs/findings/<id>.md`. */
export interface Rule {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  /** One or two sentences of plain text: what it means for the reward. The page says more. */
  readonly explanation: string;
  /** Ids of the dialects that the rule is about; left out where it is about all. */
  readonly dialects?: readonly string[];
  /** Reports what it sees, in any order. Not `void`, which a generator would fit that then reports nothing. */
  check(context: RuleContext, report: Report): undefined;
}
