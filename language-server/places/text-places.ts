import type { Position } from '../../core/protocol/server';
import type { TextPart } from '../../core/trace/model';
import type { LineMap } from './line-map';
import type { Places } from './places';

/** A stretch of the own text that stands as it is in a document's text, from `at` on. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly at: number;
}

/** Places of a rollout whose own text is the whole document. */
export function wholeTextPlaces(lines: LineMap, length: number): Places {
  return new TextPlaces(lines, [{ start: 0, end: length, at: 0 }]);
}

/** Places of a rollout that is a record of plain text, which starts at `recordStart` of the document. */
export function textRecordPlaces(lines: LineMap, recordStart: number, parts: readonly TextPart[]): Places {
  const runs = parts
    .filter((part) => !part.rendered)
    .map(({ start, end, at = 0 }) => ({ start, end, at: recordStart + at }));
  return new TextPlaces(lines, runs);
}

class TextPlaces implements Places {
  constructor(
    private readonly lines: LineMap,
    private readonly runs: readonly Run[],
  ) {}

  startAt(offset: number): Position {
    const run = this.runs.find(({ end }) => offset < end) ?? this.runs.at(-1);
    return this.position(run, offset);
  }

  endAt(offset: number): Position {
    const run = this.runs.findLast(({ start }) => start < offset) ?? this.runs[0];
    return this.position(run, offset);
  }

  offsetAt(position: Position): number | null {
    const offset = this.lines.offsetOf(position);
    if (offset === null) return null;
    const run =
      this.runs.find(({ start, end, at }) => offset >= at && offset < at + end - start) ??
      this.runs.find(({ start, end, at }) => offset === at + end - start);
    return run ? run.start + offset - run.at : null;
  }

  /** A character between two runs, which the document does not hold, stands at the nearer end of the run. */
  private position(run: Run | undefined, offset: number): Position {
    if (!run) return { line: 0, character: 0 };
    const inside = Math.min(Math.max(offset, run.start), run.end) - run.start;
    return this.lines.positionOf(run.at + inside);
  }
}
