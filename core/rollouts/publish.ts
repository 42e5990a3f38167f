import { setMember } from '../containers/fields/values';
import type { Document, Finding, Mark, Query, Rollout, Segment, Turn } from '../trace/model';
import type { Entry } from './rollout-file';

/** One rollout as `tracehop parse --ndjson` prints it (docs/schema/rollout.schema.json). */
export interface PublishedRollout {
  readonly id: string;
  readonly file: string;
  readonly index: number;
  readonly container: string;
  readonly dialect: string;
  readonly question: string | null;
  readonly golds: readonly string[];
  readonly answer: string | null;
  readonly turns: readonly PublishedTurn[];
  readonly segments: readonly Segment[];
  readonly recorded: Readonly<Record<string, unknown>>;
  readonly findings: readonly Finding[];
  readonly marks?: readonly Mark[];
  readonly text?: string;
  /** A fault that did not keep the rollout from being read (invalid UTF-8). */
  readonly error?: string;
  readonly byte?: number;
  readonly line?: number;
}

interface PublishedTurn {
  readonly think: string | null;
  readonly queries: readonly {
    readonly text: string;
    readonly mode: string | null;
    readonly operator?: string;
  }[];
  readonly documents: readonly Omit<Document, 'start' | 'end'>[];
  readonly error: string | null;
}

/** A record that could not be read. */
export interface PublishedFault {
  readonly id: string;
  readonly file: string;
  readonly index: number;
  readonly container: string;
  readonly error: string;
  /** Byte offset in the file. */
  readonly byte: number;
  /** Line of the record, from 1. */
  readonly line: number;
}

/** What to add to the published form. */
export interface PublishOptions {
  /** Whether the own text goes with it. */
  readonly text?: boolean;
}

/** The published form of what one record holds: its rollouts, or its fault; nothing for a record without text. */
export function publishEntry(
  entry: Entry,
  file: PublishedFile,
  options: PublishOptions = {},
): (PublishedRollout | PublishedFault)[] {
  return publishEach(entry, file, (rollout) => publishRollout(rollout, options));
}

/** What lines say of the file they come from. */
export interface PublishedFile {
  readonly name: string;
  readonly container: string;
}

/** Where a record is at fault. */
type FaultPlace = Pick<PublishedFault, 'error' | 'byte' | 'line'>;

/** Something published of each rollout of a record, with its fault beside it; the fault alone where there is none. */
export function publishEach<T>(
  { fault, place, rollouts }: Entry,
  { name, container }: PublishedFile,
  publish: (rollout: Rollout) => T,
): ((T & Partial<FaultPlace>) | PublishedFault)[] {
  const where = fault ? { error: fault.message, byte: fault.byte, line: place.line + 1 } : null;
  const published = rollouts.map((rollout) => ({ ...publish(rollout), ...where }));
  if (published.length > 0 || !where) return published;
  return [{ id: `${name}#${place.index}`, file: name, index: place.index, container, ...where }];
}

/** The published form of one rollout. */
export function publishRollout(rollout: Rollout, options: PublishOptions = {}): PublishedRollout {
  const { id, file, index, container, dialect, question, golds, answer } = rollout;
  return {
    id,
    file,
    index,
    container,
    dialect,
    question,
    golds,
    answer: answer?.text ?? null,
    turns: rollout.turns.map(publishTurn),
    segments: rollout.segments.map(publishSegment),
    recorded: finite(rollout.recorded),
    findings: rollout.findings.map(publishFinding),
    ...(rollout.marks ? { marks: rollout.marks.map(publishMark) } : {}),
    ...(options.text ? { text: rollout.text } : {}),
  };
}

function publishTurn({ think, queries, documents, error }: Turn): PublishedTurn {
  return { think, queries: queries.map(publishQuery), documents: documents.map(publishDocument), error };
}

function publishQuery({ text, mode, operator }: Query): PublishedTurn['queries'][number] {
  return operator === undefined ? { text, mode } : { text, mode, operator };
}

function publishSegment({ kind, by, start, end, closed, mask, logprob }: Segment): Segment {
  return {
    kind,
    by,
    start,
    end,
    closed,
    ...(mask === undefined ? {} : { mask }),
    ...(logprob === undefined ? {} : { logprob }),
  };
}

function publishMark({ kind, text, start, end }: Mark): Mark {
  return { kind, text, start, end };
}

function publishDocument({
  query,
  rank,
  title,
  text,
  score,
  id,
}: Document): PublishedTurn['documents'][number] {
  return { ...(id === undefined ? {} : { id }), query, rank, title, text, score };
}

function publishFinding({ rule, severity, turn, start, end, message }: Finding): Finding {
  return { rule, severity, turn, start, end, message };
}

/** Deepest level of a recorded value that is published; writers and readers of JSON recurse. */
const DEEPEST = 256;

/** What stands for a recorded value below {@link DEEPEST}. */
const TOO_DEEP = `nested more than ${DEEPEST} levels deep`;

/** Numbers that JSON lacks are published as the strings `NaN`, `Infinity` and `-Infinity` rather than as null. */
function finite(recorded: Readonly<Record<string, unknown>>, depth = 0): Record<string, unknown> {
  const published: Record<string, unknown> = {};
  for (const key of Object.keys(recorded)) setMember(published, key, finiteValue(recorded[key], depth + 1));
  return published;
}

function finiteValue(value: unknown, depth: number): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item) => finiteValue(item, depth + 1));
  return finite(value as Record<string, unknown>, depth);
}
