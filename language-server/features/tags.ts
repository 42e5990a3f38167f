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
  const { text } = rollout;
  const quoted = segment.kind === 'information' || segment.kind === 'notice';
  const found: TagPlace[] = [];
  for (
    let at = text.indexOf('<', segment.start);
    at >= 0 && at < segment.end;
    at = text.indexOf('<', at + 1)
  ) {
    const place = tagAt(text, at, dialect.tags);
    if (!place || place.end > segment.end) continue;
    if (!quoted || at === segment.start || place.end === segment.end) found.push(place);
  }
  return found;
}

function tagAt(text: string, at: number, tags: readonly TagMeaning[]): TagPlace | null {
  for (const tag of tags) {
    if (text.startsWith(tag.open, at)) return { tag, closing: false, start: at, end: at + tag.open.length };
    if (tag.close !== null && text.startsWith(tag.close, at)) {
      return { tag, closing: true, start: at, end: at + tag.close.length };
    }
  }
  return null;
}
