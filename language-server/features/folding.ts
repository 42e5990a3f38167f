import { type FoldingRange, FoldingRangeKind } from 'vscode-languageserver';
import type { Range } from '../../core/trace/model';
import { trimRange } from '../../core/trace/text';
import type { PlacedRollout } from '../places/placed-rollout';
import { rangeIn } from '../places/places';
import type { RolloutFeature } from './provider';

/** Folds the prompt, every segment and every document that takes more than one line. */
export const folding: RolloutFeature<FoldingRange> = {
  name: 'folding',
  *of(placed) {
    const { segments, turns } = placed.rollout;
    const widest = new Map<number, FoldingRange>();
    for (const segment of segments) {
      keepWidest(widest, foldOf(placed, segment, segment.kind === 'prompt'));
      yield null;
    }
    for (const { documents } of turns) {
      for (const document of documents) {
        keepWidest(widest, foldOf(placed, document, false));
        yield null;
      }
    }
    yield* [...widest.values()].sort((left, right) => left.startLine - right.startLine);
  },
};

function foldOf(placed: PlacedRollout, { start, end }: Range, prompt: boolean): FoldingRange | null {
  const filled = trimRange(placed.rollout.text, start, end);
  const range = rangeIn(placed.places, filled);
  if (range.end.line <= range.start.line) return null;
  const lines = { startLine: range.start.line, endLine: range.end.line };
  return prompt ? { ...lines, kind: FoldingRangeKind.Region } : lines;
}

/** Editors show one fold a line: a block and its first document start on the same one, and the block is meant. */
function keepWidest(widest: Map<number, FoldingRange>, fold: FoldingRange | null): void {
  if (!fold) return;
  const known = widest.get(fold.startLine);
  if (!known || known.endLine < fold.endLine) widest.set(fold.startLine, fold);
}
