import type { TagMeaning } from './dialect';
import type { Range, Segment } from './model';

/** A tag of a dialect where it stands in a text. */
export interface TagPlace extends Range {
  readonly tag: TagMeaning;
  readonly closing: boolean;
}

/** Finds the tags of one segment of a text, in order and without overlaps. Linear in the segment's length. */
export type TagFinder = (text: string, segment: Segment) => TagPlace[];

/** Closers shorter than this (`]`, `}`) say nothing but at the end of an element that their opener began. */
const TELLING = 2;

/** Characters at the start of a segment in which its first tag ends, a label's number and blanks before it included. */
const HEAD = 64;

/**
 * Makes the finder of a dialect's tags: those at a segment's ends, and all inside unless the segment is what was
 * retrieved, or a notice: there tags are only text.
 */
export function tagFinder(tags: readonly TagMeaning[]): TagFinder {
  const anywhere = anywhereFinder(tags.filter(({ at }) => at !== 'element'));
  const elements = tags.filter(({ at }) => at === 'element');
  return (text, { kind, start, end }) => {
    const content = text.slice(start, end);
    const quoted = kind === 'information' || kind === 'notice';
    const found = quoted ? atEnds(content, anywhere) : anywhere(content);
    const element = elements.find(({ open }) => content.startsWith(open));
    const places = element ? around(content, element, found) : found;
    return places.map((place) => ({ ...place, start: start + place.start, end: start + place.end }));
  };
}

/** The tags that a text starts and ends with. */
function atEnds(text: string, anywhere: (text: string) => TagPlace[]): TagPlace[] {
  const first = anywhere(text.slice(0, HEAD)).slice(0, 1);
  const from = Math.max(text.length - HEAD, first[0]?.end ?? 0);
  const last = anywhere(text.slice(from)).slice(-1);
  return [
    ...first.filter(({ start }) => text.slice(0, start).trim() === ''),
    ...last
      .map((place) => ({ ...place, start: from + place.start, end: from + place.end }))
      .filter(({ end, tag }) => end === text.length && tag.at === undefined),
  ];
}

/** An element's own brackets, and what was found between them. */
function around(text: string, tag: TagMeaning, found: readonly TagPlace[]): TagPlace[] {
  const { open, close } = tag;
  const from = open.length;
  const closed = close !== null && text.length >= from + close.length && text.endsWith(close);
  const to = closed ? text.length - close.length : text.length;
  const places: TagPlace[] = [{ tag, closing: false, start: 0, end: from }];
  for (const place of found) if (place.start >= from && place.end <= to) places.push(place);
  if (closed) places.push({ tag, closing: true, start: to, end: text.length });
  return places;
}

/** Finds tags as they are written, and labels at the starts of lines, with their numbers. */
function anywhereFinder(tags: readonly TagMeaning[]): (text: string) => TagPlace[] {
  const openers = new Map(tags.map((tag) => [tag.open, tag]));
  const closers = new Map<string, TagMeaning>();
  for (const tag of tags) {
    const { close } = tag;
    if (close !== null && close.length >= TELLING && !closers.has(close)) closers.set(close, tag);
  }
  if (openers.size === 0) return () => [];
  const written = [...openers.values()].map(({ open, at }) =>
    at === 'line' ? labelPattern(open) : escaped(open),
  );
  const literals = [...written, ...[...closers.keys()].map(escaped)].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(literals.join('|'), 'gm');
  return (text) => {
    const places: TagPlace[] = [];
    let last: TagMeaning | null = null;
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const name = found.trimStart();
      const opener = openers.get(name) ?? openers.get(name.replace(/ \d{1,4}:$/, ':'));
      // Where several tags share a closer it is that of the one that was opened.
      const tag: TagMeaning | undefined = opener ?? (last?.close === name ? last : closers.get(name));
      if (tag === undefined) continue;
      if (opener) last = opener;
      const start = index + found.length - name.length;
      places.push({ tag, closing: opener === undefined, start, end: index + found.length });
    }
    return places;
  };
}

/** `Thought:` at the start of a line, and `Thought 2:`; as many blanks before it as the dialect allows. */
function labelPattern(open: string): string {
  return `^ {0,8}${escaped(open.slice(0, -1))}(?: \\d{1,4})?:`;
}

function escaped(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
