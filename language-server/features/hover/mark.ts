import { turnAt } from '../../../core/findings/places';
import type { Mark } from '../../../core/trace/model';
import { escapeMarkdown } from '../../markdown/escape';
import type { PlacedRollout } from '../../places/placed-rollout';
import { MARKS } from '../marks';
import { holds, type PointFeature } from '../provider';
import { namedMeaning, tagOfMark } from '../tags';
import { shortened } from '../words';
import type { HoverContent, HoverContext } from './content';
import { queryHover } from './query';

/**
 * On a mark: of what kind it is, and what the dialect says that it means. One that searches (`[Retrieval]`) says what
 * it brought as well.
 */
export const markHover: PointFeature<HoverContent, HoverContext> = {
  name: 'hover of a mark',
  at(placed, offset, context) {
    const mark = placed.rollout.marks?.find((each) => holds(each, offset));
    if (!mark) return null;
    const brought = queryHover.at(placed, offset, context);
    const markdown = render(placed, mark);
    return { markdown: brought ? `${markdown}\n\n${brought.markdown}` : markdown, range: mark };
  },
};

function render(placed: PlacedRollout, mark: Mark): string {
  const { name, meaning } = MARKS[mark.kind];
  const turn = turnAt(placed.rollout, mark.start);
  const where = turn === null ? '' : ` in turn ${turn + 1}`;
  const tag = tagOfMark(placed, mark);
  const said = `Mark of ${name}${where}: “${escapeMarkdown(shortened(mark.text, 200))}”`;
  const lines = [said, meaning];
  if (tag) lines.push(namedMeaning(placed, tag));
  return lines.join('\n\n');
}
