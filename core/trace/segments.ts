import type { Author, Segment, SegmentKind } from './model';

/** Collects segments so that they always cover the text in order: adding one fills what lies before it with text. */
export class SegmentList {
  readonly segments: Segment[] = [];
  /** End of the last segment. */
  end = 0;

  /** Adds an element that starts at or after {@link end}; what lies between becomes text of the same author. */
  add(kind: SegmentKind, by: Author, start: number, end: number, closed = true): void {
    this.fill(start, by === 'prompt' ? 'policy' : by);
    if (end <= this.end) return;
    this.segments.push({ kind, by, start: this.end, end, closed });
    this.end = end;
  }

  /** Covers everything up to `end` with text. */
  fill(end: number, by: Author): void {
    if (end <= this.end) return;
    this.segments.push({ kind: 'text', by, start: this.end, end, closed: true });
    this.end = end;
  }
}
