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
  *check({ rollout }) {
    const reflections = reflectionsOf(rollout);
    // Where the passage stands in the prompt, the response starts with the verdict about it.
    const given = rollout.segments.some(({ kind, by }) => kind === 'information' && by !== 'policy');
    for (const segment of judgedSegments(reflections)) {
      const conflict = conflictIn(segment, given);
      if (!conflict) continue;
      const { token, message } = conflict;
      yield { start: token.start, end: token.end, turn: turnAt(rollout, token.start), message };
    }
    const utilities = reflections.filter(({ kind }) => kind === 'utility');
    const [first] = utilities;
    const other = utilities.find(({ token }) => token !== first?.token);
    if (first === undefined || other === undefined) return;
    const message = `\`${other.token}\` after \`${first.token}\`: an answer has one utility`;
    yield { start: other.start, end: other.end, turn: turnAt(rollout, other.start), message };
  },
};

function conflictIn(
  segment: readonly Reflection[],
  given: boolean,
): { readonly token: Reflection; readonly message: string } | null {
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
  if (!verdict) return null;
  if (head?.token === '[No Retrieval]')
    return { token: verdict, message: `\`${verdict.token}\` judges a passage after \`[No Retrieval]\`` };
  const passage = given || segment.some(({ kind }) => kind === 'passage');
  if (head?.token === '[Retrieval]' && !passage)
    return {
      token: verdict,
      message: `\`${verdict.token}\` judges a passage, but none follows \`[Retrieval]\``,
    };
  return null;
}
