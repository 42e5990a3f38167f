import { normaliseN1 } from '../../reward/normalise';
import { tokensOf } from '../../reward/answer-match';
import { indexOnBoundaries, saysNothingFound } from '../containment';
import { turnAt } from '../places';
import type { Rule } from '../rule';
import { anyOf, quote } from '../words';

/** Answers of more words are sentences, which stand nowhere verbatim. */
const MOST_WORDS = 12;

/** What joins the parts of an answer that lists several things. */
const JOINTS = /[,;/&]|\band\b/iu;

/**
 * Documents came back and no one of them holds the answer, not even its words apart. Quiet for yes/no, for numbers of
 * one or two digits, for sentences, for lists whose parts stand in different documents, and for what the question
 * already says (a choice it offers).
 */
export const answerNotInEvidence: Rule = {
  id: 'answer-not-in-evidence',
  title: 'Answer not in the evidence',
  severity: 'information',
  explanation:
    'No retrieved document contains the answer, so the policy answered from memory or made it up. A reward for it ' +
    'teaches answering without evidence.',
  *check({ rollout, evidence }) {
    const { answer, question } = rollout;
    if (answer === null || !evidence.retrieved) return;
    const normal = normaliseN1(answer.text);
    const words = tokensOf(normal);
    if (words.length === 0 || words.length > MOST_WORDS || saysNothingFound(normal)) return;
    if (evidence.answer !== null) return;
    const passages = evidence.passages.map((passage) => passage.normal);
    if (question !== null) passages.push(normaliseN1(question));
    if (partsOf(answer.text).every((part) => passages.some((passage) => holdsAll(passage, part)))) return;
    const right =
      evidence.correct === true ? '; it equals a gold, so it came from memory or from the question' : '';
    yield {
      start: answer.start,
      end: answer.end,
      turn: turnAt(rollout, answer.start),
      message: `the answer ${quote(answer.text)} does not stand in ${anyOf(evidence.passages.length)}${right}`,
    };
  },
};

/** The words of each thing an answer lists. */
function partsOf(answer: string): string[][] {
  return answer.split(JOINTS).map((part) => tokensOf(normaliseN1(part)));
}

function holdsAll(passage: string, words: readonly string[]): boolean {
  return words.every((word) => indexOnBoundaries(word, passage) >= 0);
}
