import { judgedSegments, reflectionsOf, type Reflection } from '../reflection';
import { turnAt } from '../places';
import type { Rule } from '../rule';

/** Reflection tokens of one segment that contradict each other. */
export const reflectionConflict: Rule = {
  id: 'reflection-conflict',
  title: 'Contradictory reflection tokens',
  severity: 'warning',
  explanation:
    'The reflection tokens of a segment cannot all be true: two verdicts, or a verdict about a passage that was not ' +
    'retrieved. Scores are computed from the first of each kind, so what is ranked is not what the model said last.',
  dialects: ['self-rag'],
  check({ rollout }, report) {
    const reflections = reflectionsOf(rollout);
    const found = [
      ...judgedSegments(reflections).flatMap((segment) => conflictIn(segment) ?? []),
      ...(utilitiesIn(reflections) ?? []),
      ...(vocabulariesIn(reflections) ?? []),
    ];
    for (const { token, message } of found) {
      report({ start: token.start, end: token.end, turn: turnAt(rollout, token.start), message });
    }
  },
};

interface Conflict {
  readonly token: Reflection;
  readonly message: string;
}

function conflictIn(segment: readonly Reflection[]): Conflict | null {
  for (const kind of ['relevance', 'support'] as const) {
    const verdicts = segment.filter((reflection) => reflection.kind === kind);
    const [first] = verdicts;
    const other = verdicts.find(({ token }) => token !== first?.token);
    if (first && other)
      return {
        token: other,
        message: `\`${other.token}\` contradicts \`${first.token}\` of the same segment`,
      };
  }
  const [head] = segment;
  const verdict = segment.find(({ kind }) => kind === 'relevance' || kind === 'support');
  if (!verdict || segment.some(({ kind }) => kind === 'passage')) return null;
  if (head?.token === '[No Retrieval]')
    return { token: verdict, message: `\`${verdict.token}\` judges a passage after \`[No Retrieval]\`` };
  return head?.token === '[Retrieval]'
    ? { token: verdict, message: `\`${verdict.token}\` judges a passage, but none follows \`[Retrieval]\`` }
    : null;
}

/** An answer has one utility. */
function utilitiesIn(reflections: readonly Reflection[]): readonly Conflict[] | null {
  const utilities = reflections.filter(({ kind }) => kind === 'utility');
  const [first] = utilities;
  const other = utilities.find(({ token }) => token !== first?.token);
  if (!first || !other) return null;
  return [
    { token: other, message: `\`${other.token}\` after \`${first.token}\`: an answer has one utility` },
  ];
}

/** The tokens of rag-model-training's self_rag, which stand for Self-RAG's three of support. */
const OTHERS: readonly string[] = ['[Grounded]', '[Not Grounded]'];

/** Two vocabularies in one text: a model has learned one of them. */
function vocabulariesIn(reflections: readonly Reflection[]): readonly Conflict[] | null {
  const support = reflections.filter(({ kind }) => kind === 'support');
  const other = support.find(({ token }) => OTHERS.includes(token));
  const own = support.find(({ token }) => !OTHERS.includes(token));
  if (!other || !own) return null;
  const token = other.start > own.start ? other : own;
  return [{ token, message: `\`${other.token}\` and \`${own.token}\` are of two vocabularies` }];
}
