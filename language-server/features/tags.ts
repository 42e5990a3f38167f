import type { TagMeaning } from '../../core/trace/dialect';
import type { Range, Segment } from '../../core/trace/model';
import type { PlacedRollout } from '../places/placed-rollout';

/** A tag of the dialect where it stands in a text. */
export interface TagPlace extends Range {
  readonly tag: TagMeaning;
  readonly closing: boolean;
}

/**
 * The tags of one segment, in order: those at its ends, and all inside except in retrieved documents and notices,
 * where tags are only text.
 */
export function tagsIn({ rollout, dialect }: PlacedRollout, segment: Segment): TagPlace[] {
  // Cut out, so that the search for the next `<` ends with the segment.
  const text = rollout.text.slice(segment.start, segment.end);
  const quoted = segment.kind === 'information' || segment.kind === 'notice';
  const found: TagPlace[] = [];
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const place = tagAt(text, at, segment.start, dialect.tags);
    if (place && (!quoted || at === 0 || place.end === segment.end)) found.push(place);
  }
  return found;
}

/** The tag at an offset of a text that starts at `base` of the own text. */
function tagAt(text: string, at: number, base: number, tags: readonly TagMeaning[]): TagPlace | null {
  const start = base + at;
  for (const tag of tags) {
    if (text.startsWith(tag.open, at)) return { tag, closing: false, start, end: start + tag.open.length };
    if (tag.close !== null && text.startsWith(tag.close, at)) {
      return { tag, closing: true, start, end: start + tag.close.length };
    }
  }
  return null;
}
