import type { Position } from '../../core/protocol/server';

const LF = 10;
const CR = 13;

/** Line starts of a text, as editors count lines: LF, CR and CRLF each end one. */
export class LineMap {
  private readonly starts: readonly number[];

  constructor(private readonly text: string) {
    const starts = [0];
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === LF || (unit === CR && text.charCodeAt(at + 1) !== LF)) starts.push(at + 1);
    }
    this.starts = starts;
  }

  get lineCount(): number {
    return this.starts.length;
  }

  positionOf(offset: number): Position {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.startOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: Math.min(offset, this.endOf(low)) - this.startOf(low) };
  }

  /** Offset of a position; a character past the end of its line counts as the end. Null past the last line. */
  offsetOf({ line, character }: Position): number | null {
    if (line < 0 || line >= this.starts.length) return null;
    return Math.min(this.startOf(line) + character, this.endOf(line));
  }

  startOf(line: number): number {
    return this.starts[line] ?? this.text.length;
  }

  /** End of a line, its line end left out. */
  endOf(line: number): number {
    const next = this.starts[line + 1];
    if (next === undefined) return this.text.length;
    const crlf = this.text.charCodeAt(next - 1) === LF && this.text.charCodeAt(next - 2) === CR;
    return Math.max(this.startOf(line), next - (crlf ? 2 : 1));
  }
}
