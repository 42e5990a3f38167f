import type { SegmentKind, TextPart } from '../model';

/** An element that a container put around the fields of a record. */
export interface Frame {
  readonly kind: Exclude<SegmentKind, 'prompt' | 'notice' | 'text'>;
  readonly open: string;
  readonly close: string;
}

/** The elements, by the tags that are put in. */
const FRAMES: readonly Frame[] = [
  { kind: 'think', open: '<think>', close: '</think>' },
  { kind: 'search', open: '<search>', close: '</search>' },
  { kind: 'information', open: '<information>', close: '</information>' },
  { kind: 'answer', open: '<answer>', close: '</answer>' },
];

/** Longest tag, in characters. */
const LONGEST = 16;

/** What was put in as a part of its own: only such parts are looked at, so that no text of the file can pass for a tag. */
export function putIn(text: string, { start, end, rendered, path }: TextPart): string | null {
  return rendered && path === null && end - start <= LONGEST ? text.slice(start, end) : null;
}

/** The frame that a part opens; null where it opens none. */
export function opened(text: string, part: TextPart): Frame | null {
  const tag = putIn(text, part);
  return tag === null ? null : (FRAMES.find(({ open }) => open === tag) ?? null);
}
