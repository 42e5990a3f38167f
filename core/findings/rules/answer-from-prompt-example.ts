import { exactMatch } from '../../reward/answer-match';
import { normaliseN1 } from '../../reward/normalise';
import { strip } from '../../reward/python-text';
import type { Range } from '../../trace/model';
import { indexOnBoundaries } from '../containment';
import { officialAnswer } from '../../reward/official-answer';
import { segmentAt, turnAt } from '../places';
import type { Rule, RuleContext, Sighting } from '../rule';
import { quote, quoteSome } from '../words';

/** What stands between the tags where a prompt names them: `<answer> and </answer>`. */
const PLACEHOLDER = 'and';

/** The scored answer is not the policy's own: the reward picks up an example, or the policy copied one. */
export const answerFromPromptExample: Rule = {
  id: 'answer-from-prompt-example',
  title: 'Answer from the prompt’s example',
  severity: 'error',
  explanation:
    'What is scored as the answer stands in the prompt as an example (Beijing) or in the environment’s notice (and), ' +
    'not in what the policy found. The reward is noise then, and right by chance for such golds.',
  check(context, report) {
    const sighting = context.rollout.answer === null ? leaked(context) : copied(context);
    if (sighting !== null) report(sighting);
  },
};

/** No answer by the policy, and an extraction over prompt and response finds one all the same. */
function leaked({ rollout, dialect }: RuleContext): Sighting | null {
  if (dialect.extraction.over !== 'prompt-and-response') return null;
  const found = officialAnswer(rollout.text, dialect.extraction.minimum);
  const segment = found && segmentAt(rollout, found.start);
  if (!found || !segment || segment.by === 'policy') return null;
  const from = segment.by === 'prompt' ? 'an example in the prompt' : SOURCES[segment.kind];
  const message =
    `no answer by the policy, so the reward takes the last \`<answer>\` of prompt and response: ` +
    `${quote(found.text)}, ${from ?? 'text of the environment'}${verdict(found.text, rollout.golds)}`;
  return { ...inked(rollout.text, found), turn: turnAt(rollout, found.start), message };
}

const SOURCES: Partial<Record<string, string>> = {
  notice: 'words of the invalid-action notice',
  information: 'text of a retrieved document',
};

function verdict(answer: string, golds: readonly string[]): string {
  if (golds.length === 0) return '';
  return exactMatch(answer, golds)
    ? `. It equals the gold and is scored as right: ${quoteSome(golds)}`
    : '. It equals no gold and is scored as a wrong answer';
}

/** The policy answers with the prompt's example, and neither golds, documents nor question know it. */
function copied({ rollout, evidence }: RuleContext): Sighting | null {
  const { answer, promptAnswers, text, question } = rollout;
  if (answer === null || evidence.correct === true) return null;
  const given = normaliseN1(answer.text);
  const example = promptAnswers.find(({ start, end }) => normaliseN1(text.slice(start, end)) === given);
  if (given === '' || example === undefined) return null;
  const known = evidence.answer !== null && given !== PLACEHOLDER;
  if (known || (question !== null && indexOnBoundaries(given, normaliseN1(question)) >= 0)) return null;
  return {
    start: answer.start,
    end: answer.end,
    turn: turnAt(rollout, answer.start),
    message:
      `the answer ${quote(answer.text)} is the prompt’s own example ${quote(text.slice(example.start, example.end))}; ` +
      (given === PLACEHOLDER
        ? 'it only fills the gap between two tags'
        : 'no retrieved document contains it'),
  };
}

/** A range without the blanks around it, unless there is nothing else. */
function inked(text: string, { start, end }: Range): Range {
  const content = text.slice(start, end);
  const stripped = strip(content);
  if (stripped === '') return { start, end };
  const from = start + content.indexOf(stripped);
  return { start: from, end: from + stripped.length };
}
