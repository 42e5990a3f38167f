import type { Answer } from '../../trace/model';
import { normaliseN1 } from '../../reward/normalise';
import { tokensOf } from '../../reward/answer-match';
import { saysNothingFound } from '../containment';
import { Haystack, Needle } from '../needle';
import { segmentAt, turnAt } from '../places';
import type { Rule, UncheckedRollout } from '../rule';
import { saidLater } from '../said-later';
import { anyOf, quote } from '../words';

/** Answers of more words are sentences, which stand nowhere verbatim. */
const MOST_WORDS = 12;

/** The same for the last words of a chat, which are prose rather than an answer in a tag. */
const MOST_WORDS_OF_PROSE = 5;

/** Markdown and TeX (`**`, a code span, a link, `\\boxed{…}`), or several lines: no plain phrase. */
const MARKUP = /\*\*|`|\]\(|\\[a-z([]|\$\$|\n|^#/iu;

/** The end of a sentence: a mark after a word that is no abbreviation, at the end or before a blank. */
const SENTENCE = /[^\s.]{4}["”’)\]_*]{0,4}[.!?。！？](?=["”’)\]_*]{0,4}(?:\s|$))/u;

/** Answers of fewer words are no sentences, whatever mark they end with (`Jeopardy!`). */
const LEAST_OF_SENTENCE = 4;

/** A mark at the very end, abbreviations' included: enough in prose. */
const END_MARK = /[.!?。！？]["”’)\]_*]{0,4}$/u;

/** What joins the parts of an answer that lists several things. */
const JOINTS = /[,;/&]|\band\b/iu;

/**
 * Documents came back and no one of them holds the answer, not even its words apart. Quiet for yes/no, for numbers of
 * one or two digits, for sentences and marked-up text, for lists whose parts stand in different documents, for what the
 * question already says (a choice it offers), and where only tools that do not search returned something.
 */
export const answerNotInEvidence: Rule = {
  id: 'answer-not-in-evidence',
  title: 'Answer not in the evidence',
  severity: 'information',
  explanation:
    'No retrieved document contains the answer, so the policy answered from memory or made it up. A reward for it ' +
    'teaches answering without evidence.',
  check({ rollout, evidence }, report) {
    const { answer, question } = rollout;
    if (answer === null || !evidence.retrieved) return;
    const normal = normaliseN1(answer.text);
    const words = tokensOf(normal);
    if (words.length === 0 || saysNothingFound(normal) || isSentence(rollout, answer, words.length)) return;
    if (evidence.answer !== null) return;
    // A right answer that stands nowhere is a gold that stands nowhere: another rule says so.
    if (evidence.correct === true && evidence.needles.length > 0 && evidence.gold === null) return;
    const texts: Haystack[] = question === null ? [] : [new Haystack({ title: null, text: question })];
    const holders: readonly Pick<Haystack, 'holds'>[] = [...texts, ...evidence.passages];
    if (
      partsOf(answer.text).every((part) => holders.some((holder) => part.every((word) => holder.holds(word))))
    )
      return;
    report(
      saidLater(answer, turnAt(rollout, answer.start), () => {
        const right =
          evidence.correct === true
            ? '; it equals a gold, so it came from memory or from the question'
            : evidence.judgedRight === true
              ? '; the file records it as right, so it came from memory or is worded differently there'
              : '';
        return `the answer ${quote(answer.text)} does not stand in ${anyOf(evidence.passages.length)}${right}`;
      }),
    );
  },
};

/** Whether an answer is a sentence or marked-up text rather than a phrase that could stand in a document. */
function isSentence(rollout: UncheckedRollout, { text, start }: Answer, words: number): boolean {
  if (words > MOST_WORDS || MARKUP.test(text)) return true;
  const prose = segmentAt(rollout, start)?.kind !== 'answer';
  if (prose && (words > MOST_WORDS_OF_PROSE || END_MARK.test(text))) return true;
  return words >= LEAST_OF_SENTENCE && SENTENCE.test(text);
}

/** The words of each thing an answer lists. A word of a normalised text is normal itself. */
function partsOf(answer: string): Needle[][] {
  return answer
    .split(JOINTS)
    .map((part) => tokensOf(normaliseN1(part)).map((word) => new Needle(word, word)));
}
