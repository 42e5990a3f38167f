import type { InlayHint } from 'vscode-languageserver';
import { count } from '../../core/findings/words';
import type { Position, PositionRange } from '../../core/protocol/server';
import type { Range } from '../../core/trace/model';
import { skipBlanks } from '../../core/trace/text';
import type { PlacedRollout } from '../places/placed-rollout';
import type { RolloutFeature } from './provider';

/** The number and the length of each turn, where it starts; only for turns that start in `shown`. */
export function turnHints(shown: PositionRange): RolloutFeature<InlayHint> {
  return {
    name: 'inlay hints',
    *of(placed) {
      for (const [index, turn] of placed.rollout.turns.entries()) {
        const start = skipBlanks(placed.rollout.text, turn.start, turn.end);
        const position = placed.places.startAt(start);
        const isShown = position.line >= shown.start.line && position.line <= shown.end.line;
        yield isShown ? hintOf(placed, turn, index, position) : null;
      }
    },
  };
}

function hintOf(placed: PlacedRollout, turn: Range, index: number, position: Position): InlayHint {
  const policy = authored(placed, turn, 'policy');
  const environment = authored(placed, turn, 'environment');
  return {
    position,
    label: `turn ${index + 1} · ${policy + environment} chars`,
    tooltip: `The policy wrote ${count(policy, 'character')}, the environment ${count(environment, 'character')}.`,
    paddingRight: true,
  };
}

function authored(placed: PlacedRollout, turn: Range, by: 'policy' | 'environment'): number {
  return placed
    .segmentsFrom(turn)
    .filter((segment) => segment.by === by)
    .reduce((sum, { start, end }) => sum + end - start, 0);
}
