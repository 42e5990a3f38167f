import type { InlayHint } from 'vscode-languageserver';
import type { PositionRange } from '../../core/protocol/server';
import type { Range, Turn } from '../../core/trace/model';
import { skipBlanks } from '../../core/trace/text';
import type { PlacedRollout } from '../places/placed-rollout';
import type { RolloutFeature } from './provider';
import { counted } from './words';

/** The number and the length of each turn, where it starts; only for turns that start in `shown`. */
export function turnHints(shown: PositionRange): RolloutFeature<InlayHint> {
  return {
    name: 'inlay hints',
    of: (placed) =>
      placed.rollout.turns
        .map((turn, index) => hintOf(placed, turn, index))
        .filter(({ position: { line } }) => line >= shown.start.line && line <= shown.end.line),
  };
}

function hintOf(placed: PlacedRollout, turn: Turn, index: number): InlayHint {
  const { text } = placed.rollout;
  const start = skipBlanks(text, turn.start, turn.end);
  const length = text.slice(start, turn.end).trimEnd().length;
  const policy = authored(placed, turn, 'policy');
  const environment = authored(placed, turn, 'environment');
  return {
    position: placed.places.startAt(start),
    label: `turn ${index + 1} · ${length} chars`,
    tooltip: `The policy wrote ${counted(policy, 'character')}, the environment ${counted(environment, 'character')}.`,
    paddingRight: true,
  };
}

function authored({ rollout }: PlacedRollout, turn: Range, by: 'policy' | 'environment'): number {
  return rollout.segments
    .filter((segment) => segment.by === by && segment.start >= turn.start && segment.end <= turn.end)
    .reduce((sum, { start, end }) => sum + end - start, 0);
}
