import type { MarkKind, Range } from '../trace/model';
import type { UncheckedRollout } from './rule';

/** A reflection token of Self-RAG, or a passage it may judge. */
export interface Reflection extends Range {
  readonly kind: MarkKind | 'passage';
  /** As written, brackets included; of a passage its opening tag. */
  readonly token: string;
}

const KINDS: readonly MarkKind[] = ['retrieval', 'relevance', 'support', 'utility'];

/** The reflection tokens of a response and the passages among them, in order. */
export function reflectionsOf({ text, segments, marks = [] }: UncheckedRollout): readonly Reflection[] {
  const tokens = marks
    .filter(({ kind }) => KINDS.includes(kind))
    .map(({ kind, start, end }) => ({ kind, token: text.slice(start, end), start, end }));
  const passages = segments
    .filter(({ kind }) => kind === 'information')
    .map(({ start, end }) => ({ kind: 'passage' as const, token: '<paragraph>', start, end }));
  return [...tokens, ...passages].sort((left, right) => left.start - right.start);
}

/** Tokens gathered by the segment they judge: a new one starts at a retrieval token and at a passage of its own. */
export function judgedSegments(reflections: readonly Reflection[]): readonly (readonly Reflection[])[] {
  const segments: Reflection[][] = [];
  for (const reflection of reflections) {
    const current = segments.at(-1);
    const starts =
      reflection.kind === 'retrieval' ||
      (reflection.kind === 'passage' && current?.at(-1)?.kind !== 'retrieval');
    if (current === undefined || starts) segments.push([reflection]);
    else current.push(reflection);
  }
  return segments;
}
