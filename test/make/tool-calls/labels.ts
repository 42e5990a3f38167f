import type { Run } from '../labels';

/** What happened in one turn: what was asked, and what came back for it. */
export interface ToolTurnLabel {
  readonly queries: readonly string[];
  /** Documents that the text shows, each with the number of its query in the turn. */
  readonly documents: readonly (readonly [query: number, title: string])[];
  readonly error: string | null;
  /** Whether the result was cut at the limit of the tool. */
  readonly cut: boolean;
}

/** What is known of a generated rollout with tool calls from executing it. */
export interface ToolLabel {
  readonly index: number;
  readonly behaviour: string;
  readonly question: string;
  readonly golds: readonly string[];
  /** UTF-16 length of the own text. */
  readonly length: number;
  readonly runs: readonly Run[];
  readonly turns: readonly ToolTurnLabel[];
  readonly answer: string | null;
  readonly score: number;
}

/** The labels of one file. */
export interface ToolLabelFile {
  readonly generatedBy: string;
  readonly file: string;
  readonly container: string;
  readonly dialect: string;
  readonly rollouts: readonly ToolLabel[];
}
