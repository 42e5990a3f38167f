import type { Position } from '../../core/protocol/server';
import type { TextPart } from '../../core/trace/model';
import { countWhile } from '../../core/halving';
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

/** Runs are found by halving: a chat has two for each of its thousands of turns. */
class TextPlaces implements Places {
  /** The runs in the order of the document. */
  private readonly byDocument: readonly Run[];

  constructor(
    private readonly lines: LineMap,
    /** In the order of the own text. */
    private readonly runs: readonly Run[],
  ) {
    this.byDocument = [...runs].sort((left, right) => left.at - right.at);
  }

  startAt(offset: number): Position {
    const passed = countWhile(this.runs, ({ end }) => end <= offset);
    return this.position(this.runs[passed] ?? this.runs.at(-1), offset);
  }

  endAt(offset: number): Position {
    const begun = countWhile(this.runs, ({ start }) => start < offset);
    return this.position(this.runs[begun - 1] ?? this.runs[0], offset);
  }

  offsetAt(position: Position): number | null {
    const offset = this.lines.offsetOf(position);
    if (offset === null) return null;
    const begun = countWhile(this.byDocument, ({ at }) => at <= offset);
    const run = this.byDocument[begun - 1];
    // Right behind a run still counts as in it.
    if (!run || offset > run.at + run.end - run.start) return null;
    return run.start + offset - run.at;
  }

  /** A character between two runs, which the document does not hold, stands at the nearer end of the run. */
  private position(run: Run | undefined, offset: number): Position {
    if (!run) return { line: 0, character: 0 };
    const inside = Math.min(Math.max(offset, run.start), run.end) - run.start;
    return this.lines.positionOf(run.at + inside);
  }
}
