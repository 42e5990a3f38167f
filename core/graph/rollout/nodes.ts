import { goldInNormal, saysNothingFound } from '../../findings/containment';
import type { Needle } from '../../findings/needle';
import type { Evidence, UncheckedRollout } from '../../findings/rule';
import { count, quoteSome, turnName } from '../../findings/words';
import { normaliseN1 } from '../../reward/normalise';
import type { Range } from '../../trace/model';
import { visible } from '../../visible';
import type { MergedDocument } from './documents';
import { bestRank, type PlacedQuery } from './kept';
import {
  ANSWER_ID,
  type AnswerNode,
  documentId,
  type DocumentNode,
  QUESTION_ID,
  queryId,
  type QueryNode,
  type QuestionNode,
} from './model';
import { labelOf, quoted, sentence } from './words';

/** Characters of a document's text that a node carries. */
const EXCERPT = 280;

/** The question, with what is known of its golds. */
export function questionNode(
  { question, golds, text, segments }: UncheckedRollout,
  evidence: Evidence,
): QuestionNode {
  const searched = evidence.searchableGolds;
  const normal = normaliseN1(question ?? '');
  const named = searched.filter((gold) => goldInNormal([gold], normal) !== null);
  return {
    kind: 'question',
    id: QUESTION_ID,
    label: labelOf(question, 'Question not known'),
    reason: sentence(
      question === null ? 'the file does not tell the question' : 'the question',
      golds.length === 0 ? 'it has no golds' : `golds: ${visible(quoteSome(golds))}`,
      golds.length > 0 && searched.length === 0
        ? 'golds of this kind (yes, no, small numbers) are not looked for in documents'
        : null,
      named.length > 0 ? `it names ${visible(quoteSome(named))} itself` : null,
    ),
    range: question === null ? null : questionRange(question, text, segments),
    text: question,
    golds,
    searchedGolds: searched,
    namedGolds: named,
  };
}

/** Where the prompt says the question, the last time: templates may repeat it as an example before. */
function questionRange(question: string, text: string, segments: UncheckedRollout['segments']): Range | null {
  const asked = question.trim();
  if (asked === '') return null;
  for (const { start, end } of segments.filter(({ kind }) => kind === 'prompt').reverse()) {
    const found = text.slice(start, end).lastIndexOf(asked);
    if (found >= 0) return { start: start + found, end: start + found + asked.length };
  }
  return null;
}

/** A query, with what its turn brought for it. */
export function queryNode(
  { turn, number, query }: PlacedQuery,
  brought: { readonly documents: number; readonly golds: number },
  { queries, error }: UncheckedRollout['turns'][number],
): QueryNode {
  const { text, mode, start, end } = query;
  const { documents, golds } = brought;
  const several = queries.length > 1 ? `query ${number + 1} of ${queries.length}` : 'the query';
  return {
    kind: 'query',
    id: queryId(turn, number),
    label: labelOf(text, 'Empty query'),
    reason: sentence(
      `${several} of ${turnName(turn)}${mode === null ? '' : ` (${mode})`}`,
      documents === 0 ? 'it brought no documents' : `it brought ${count(documents, 'document')}`,
      golds > 0 ? `${golds} of them ${golds === 1 ? 'holds' : 'hold'} a gold` : null,
      error === null ? null : `the environment said ${quoted(error)}`,
    ),
    range: { start, end },
    turn,
    number,
    text,
    mode,
    documents,
    gold: golds > 0,
    error,
  };
}

/** A passage with all its places; null for one that never came back. */
export function documentNode(document: MergedDocument): DocumentNode | null {
  const { fullest, occurrences, golds, holdsAnswer } = document;
  const [first] = occurrences;
  if (!first) return null;
  const excerpt = labelOf(fullest.text, '', EXCERPT);
  const places = occurrences.slice(0, 3).map(({ turn, rank }) => `${turnName(turn)} at rank ${rank}`);
  const more = occurrences.length - places.length;
  return {
    kind: 'document',
    id: documentId(first.turn, first.number),
    label: labelOf(fullest.title, labelOf(fullest.text, 'Empty document')),
    reason: sentence(
      `came back in ${places.join(', ')}${more > 0 ? ` and ${count(more, 'more time')}` : ''}`,
      golds.length > 0 ? `holds ${visible(quoteSome(golds))}, a gold` : null,
      holdsAnswer ? 'holds the answer' : null,
    ),
    range: { start: first.start, end: first.end },
    title: fullest.title,
    excerpt,
    length: fullest.text.length,
    rank: bestRank(document),
    occurrences,
    gold: golds.length > 0,
    golds,
  };
}

/** What to look for as the answer; null where finding it would say nothing. */
export function answerSought(answer: Needle | null): Needle | null {
  return answer === null || answer.normal === '' || saysNothingFound(answer.normal) ? null : answer;
}

/** The answer, or that there is none. */
export function answerNode(
  { answer, golds }: UncheckedRollout,
  { correct, judgedRight }: Evidence,
  support: { readonly sought: boolean; readonly holding: number; readonly documents: number },
): AnswerNode {
  const base = { kind: 'answer', id: ANSWER_ID } as const;
  const judged =
    judgedRight === null ? null : `the file records ${judgedRight ? 'it as right' : 'it as wrong'}`;
  if (answer === null) {
    const reason = sentence('the rollout ended without an answer', judged);
    return { ...base, label: 'No answer', reason, range: null, text: null, correct: null };
  }
  return {
    ...base,
    label: labelOf(answer.text, 'Empty answer'),
    reason: sentence(
      correct === null
        ? 'there are no golds to compare the answer with'
        : correct
          ? 'the answer equals a gold'
          : `the answer equals no gold: ${visible(quoteSome(golds))}`,
      judged,
      standsWhere(support),
    ),
    range: { start: answer.start, end: answer.end },
    text: answer.text,
    correct,
  };
}

function standsWhere({ sought, holding, documents }: Parameters<typeof answerNode>[2]): string | null {
  if (documents === 0) return 'no document came back';
  if (!sought) return 'answers of this kind (empty, yes, no, small numbers) are not looked for in documents';
  return holding === 0
    ? `it stands in none of ${count(documents, 'document')}`
    : `it stands in ${holding} of ${count(documents, 'document')}`;
}
