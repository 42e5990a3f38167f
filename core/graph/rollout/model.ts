/** One rollout as a graph: what was asked, what came back, what that led to and what was answered. Plain data. */
import type { QueryMode, Range } from '../../trace/model';

interface NodeBase {
  /** Unique in its graph. Made of places alone, so that a rollout that grows or is cut keeps its ids. */
  readonly id: string;
  /** One line to write beside the node; hidden characters are shown. */
  readonly label: string;
  /** A sentence that says what the node is and what is remarkable about it. */
  readonly reason: string;
  /** Where it first stands in the own text; null where it does not. */
  readonly range: Range | null;
}

/** The question; there is always one, `text` is null where the file does not tell it. */
export interface QuestionNode extends NodeBase {
  readonly kind: 'question';
  readonly text: string | null;
  readonly golds: readonly string[];
  /** The golds that were looked for in documents: none where they are yes, no or small numbers. */
  readonly searchedGolds: readonly string[];
  /** Those of them that the question names itself. */
  readonly namedGolds: readonly string[];
}

/** One query. */
export interface QueryNode extends NodeBase {
  readonly kind: 'query';
  /** Turn, and number in its turn, from 0. */
  readonly turn: number;
  readonly number: number;
  readonly text: string;
  readonly mode: QueryMode | null;
  /** How many documents it brought, those left out of the graph too. */
  readonly documents: number;
  /** Whether one of them holds a gold. */
  readonly gold: boolean;
  /** What the environment answered instead of documents, or null. */
  readonly error: string | null;
}

/** One time that a document came back. */
export interface Occurrence extends Range {
  /** Turn, and number among its turn's documents, from 0. */
  readonly turn: number;
  readonly number: number;
  /** Number of the query in its turn. */
  readonly query: number;
  /** From 1. */
  readonly rank: number;
  readonly score: number | null;
  /** Whether a gold stands in what came back this time, which may have been cut. */
  readonly gold: boolean;
}

/** One passage, however often it came back. */
export interface DocumentNode extends NodeBase {
  readonly kind: 'document';
  readonly title: string | null;
  /** The beginning of its text, on one line. */
  readonly excerpt: string;
  /** Characters (UTF-16 units) of its text, where it is longest. */
  readonly length: number;
  /** The best rank it had, from 1. */
  readonly rank: number;
  /** In order; never empty. */
  readonly occurrences: readonly Occurrence[];
  readonly gold: boolean;
  /** The golds it holds, as the file words them. */
  readonly golds: readonly string[];
}

/** The answer; there is always one, `text` is null where the rollout gave none. */
export interface AnswerNode extends NodeBase {
  readonly kind: 'answer';
  readonly text: string | null;
  /** Whether it equals a gold (N1); null without golds or answer. */
  readonly correct: boolean | null;
}

export type GraphNode = QuestionNode | QueryNode | DocumentNode | AnswerNode;

interface EdgeBase {
  /** Unique in its graph: both ends and the kind. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly label: string;
  /** A sentence that says why the edge is there. */
  readonly reason: string;
}

/**
 * `asked`: question → each query of the first turn with queries. `then`: last query of a turn → each of the next.
 * `supports`: document → answer, which stands in it. `answered`: last query, else the question → answer.
 */
export interface FlowEdge extends EdgeBase {
  readonly kind: 'asked' | 'then' | 'supports' | 'answered';
}

/**
 * Query → document, once however often the query brought it. Where a document's turn has no query of that number, the
 * edge comes from the last query before it, else from the question.
 */
export interface RetrievedEdge extends EdgeBase {
  readonly kind: 'retrieved';
  /** The best rank it had there, from 1, and the score of that rank. */
  readonly rank: number;
  readonly score: number | null;
  readonly gold: boolean;
}

/** Document → a later query that names what first came up in it. */
export interface LedToEdge extends EdgeBase {
  readonly kind: 'ledTo';
  /** The document's title, else the names, as the document writes them. */
  readonly terms: readonly string[];
  /** Whether the query names the document's title. */
  readonly title: boolean;
}

export type GraphEdge = FlowEdge | RetrievedEdge | LedToEdge;

/** What a graph does not show of its rollout. */
export interface LeftOut {
  readonly documents: number;
  readonly ofDocuments: number;
  readonly queries: number;
  readonly ofQueries: number;
  /** A sentence that says which. */
  readonly reason: string;
}

export interface RolloutGraph {
  /** The rollout's id. */
  readonly id: string;
  /** The question, queries, documents in the order in which they first came back, the answer. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Null where the graph shows everything. */
  readonly leftOut: LeftOut | null;
}

/** How much of a rollout a graph shows. */
export interface GraphOptions {
  /** Most documents; {@link MOST_DOCUMENTS} when left out. */
  readonly documents?: number;
  /** Most queries; {@link MOST_QUERIES} when left out. */
  readonly queries?: number;
}

/** What a panel can show legibly, and a renderer draw without a stall. */
export const MOST_DOCUMENTS = 500;
export const MOST_QUERIES = 200;

export const QUESTION_ID = 'question';
export const ANSWER_ID = 'answer';

export function queryId(turn: number, number: number): string {
  return `query-${turn}-${number}`;
}

export function documentId(turn: number, number: number): string {
  return `document-${turn}-${number}`;
}

/** Edge ids hold letters, digits, `-` and `.` alone, as XML names and DOT strings allow. */
export function edgeId(from: string, kind: GraphEdge['kind'], to: string): string {
  return `${from}.${kind}.${to}`;
}
