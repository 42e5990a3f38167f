import type { TagMeaning } from '../../core/trace/dialect';
import type { Mark, Query, Segment } from '../../core/trace/model';
import type { TagPlace } from '../../core/trace/tag-places';
import { escapeMarkdown } from '../markdown/escape';
import type { PlacedRollout } from '../places/placed-rollout';

/**
 * The tags of one segment, in order: those at its ends, and all inside except in retrieved documents and notices,
 * where tags are only text.
 */
export function tagsIn({ rollout, findTags }: PlacedRollout, segment: Segment): TagPlace[] {
  return findTags(rollout.text, segment);
}

/** A tag as it is named to people: `<search> … </search>`. */
export function pairOf({ open, close }: TagMeaning): string {
  return close === null ? open : `${open} … ${close}`;
}

/** What a tag means, as Markdown on one line. */
export function meaningOf({ meaning }: TagMeaning): string {
  return escapeMarkdown(meaning.replaceAll('`', ''));
}

/** The same with the tag and the dialect that gives it this meaning. */
export function namedMeaning({ dialect }: PlacedRollout, tag: TagMeaning): string {
  return `${escapeMarkdown(pairOf(tag))} in ${escapeMarkdown(dialect.title)}: ${meaningOf(tag)}`;
}

/** Characters before a mark in which its label stands, number and blanks included. */
const LABEL = 64;

/** The tag that a mark begins with, or that stands right before it and introduces it; null where none does. */
export function tagOfMark({ rollout, dialect }: PlacedRollout, { start }: Mark): TagMeaning | null {
  const { text } = rollout;
  const before = text
    .slice(Math.max(0, start - LABEL), start)
    .trimEnd()
    .replace(/ \d{1,4}:$/, ':');
  return (
    dialect.tags.find(({ open }) => text.startsWith(open, start)) ??
    dialect.tags.find(({ open }) => before.endsWith(open)) ??
    null
  );
}

/** The tag of what asked a query (`Lookup`, `S_Decomposed_Query`); null where the dialect says nothing of it. */
export function tagOfOperator({ dialect }: PlacedRollout, { operator }: Query): TagMeaning | null {
  if (operator === undefined) return null;
  return dialect.tags.find(({ open }) => open === `${operator}[` || open === `[${operator}]`) ?? null;
}
