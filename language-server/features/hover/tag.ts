import { escapeMarkdown } from '../../markdown/escape';
import { holds, type PointFeature } from '../provider';
import { meaningOf, pairOf, tagsIn } from '../tags';
import type { HoverContent, HoverContext } from './content';

export const AUTHORS = {
  prompt: 'the prompt',
  policy: 'the policy',
  environment: 'the environment',
} as const;

/** On a tag: what it means in the dialect, and who wrote this one where that is not who should have. */
export const tagHover: PointFeature<HoverContent, HoverContext> = {
  name: 'hover of a tag',
  at(placed, offset) {
    const segment = placed.rollout.segments.find((each) => holds(each, offset));
    const place = segment && tagsIn(placed, segment).find((each) => holds(each, offset));
    if (!place) return null;
    const { tag, start, end } = place;
    const lines = [
      `${escapeMarkdown(pairOf(tag))} in ${escapeMarkdown(placed.dialect.title)}, written by ${AUTHORS[tag.by]}`,
      meaningOf(tag),
    ];
    if (segment.by === 'prompt') lines.push('This one stands in the prompt: it is instruction, not action.');
    else if (segment.by !== tag.by) lines.push(`This one was written by ${AUTHORS[segment.by]}.`);
    return { markdown: lines.join('\n\n'), range: { start, end } };
  },
};
