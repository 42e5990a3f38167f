import { exactMatch, tokenF1 } from '../../../core/reward/answer-match';
import { normaliseN1 } from '../../../core/reward/normalise';
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
  const head = `Answer ${quoted(answer)}, normalised ${quoted(normaliseN1(answer))}`;
  if (rollout.golds.length === 0) return `${head}\n\nThe file holds no gold answer for it.`;
  const shown = rollout.golds.slice(0, MOST_GOLDS).map((gold) => goldItem(answer, gold));
  const more = rollout.golds.length - shown.length;
  if (more > 0) shown.push(`- and ${more} more`);
  return `${head}\n\n${shown.join('\n')}`;
}

function goldItem(answer: string, gold: string): string {
  const verdict = exactMatch(answer, [gold]) ? 'EM 1' : 'EM 0';
  const f1 = tokenF1(answer, [gold]).toFixed(2);
  return `- gold ${quoted(gold)}, normalised ${quoted(normaliseN1(gold))}: ${verdict}, F1 ${f1}`;
}

function quoted(text: string): string {
  return `“${escapeMarkdown(shortened(text, 200))}”`;
}
