import { exactMatch, tokenF1 } from '../../../core/reward/answer-match';
import { type Normaliser, normaliseN1, normaliseN2 } from '../../../core/reward/normalise';
import { escapeMarkdown } from '../../markdown/escape';
import type { PlacedRollout } from '../../places/placed-rollout';
import { holds, type PointFeature } from '../provider';
import { shortened } from '../words';
import type { HoverContent, HoverContext } from './content';

/** Golds that are shown. */
const MOST_GOLDS = 20;

/** On an answer: how it is normalised, and how it compares with each gold. */
export const answerHover: PointFeature<HoverContent, HoverContext> = {
  name: 'hover of an answer',
  at(placed, offset) {
    const { answer, segments } = placed.rollout;
    const element = segments.find((segment) => segment.kind === 'answer' && holds(segment, offset));
    if (!answer || !element || answer.start < element.start || answer.end > element.end) return null;
    return { markdown: render(placed, answer.text), range: element };
  },
};

function render({ rollout }: PlacedRollout, answer: string): string {
  const head = `Answer ${quoted(answer)}, ${normalised(answer)}`;
  if (rollout.golds.length === 0) return `${head}\n\nThe file holds no gold answer for it.`;
  const shown = rollout.golds.slice(0, MOST_GOLDS).map((gold) => goldItem(answer, gold));
  const more = rollout.golds.length - shown.length;
  if (more > 0) shown.push(`- and ${more} more`);
  return `${head}\n\n${shown.join('\n')}`;
}

function goldItem(answer: string, gold: string): string {
  const [first, second] = [verdict(answer, gold, normaliseN1), verdict(answer, gold, normaliseN2)];
  const verdicts = first === second ? first : `${first} by N1; ${second} by N2`;
  return `- gold ${quoted(gold)}, ${normalised(gold)}: ${verdicts}`;
}

/** Both forms where they differ: Search-R1 and its kin score by N1, R1-Searcher by N2. */
function normalised(text: string): string {
  const [first, second] = [normaliseN1(text), normaliseN2(text)];
  return first === second
    ? `normalised ${quoted(first)}`
    : `normalised ${quoted(first)} by N1 (Search-R1), ${quoted(second)} by N2 (R1-Searcher)`;
}

function verdict(answer: string, gold: string, normalise: Normaliser): string {
  const f1 = tokenF1(answer, [gold], { normalise }).toFixed(2);
  return `EM ${exactMatch(answer, [gold], normalise) ? 1 : 0}, F1 ${f1}`;
}

function quoted(text: string): string {
  return `“${escapeMarkdown(shortened(text, 200))}”`;
}
