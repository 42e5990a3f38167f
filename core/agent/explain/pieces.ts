import { rules } from '../../findings';
import type { Rollout } from '../../trace/model';
import { type Level, type Piece, placed, type PlacedPiece } from './piece';
import { brief, NAME } from './recorded';
import { tracePieces } from './trace-pieces';

/** Longest recorded list or object that is shown as JSON; longer ones are shown as text, which can be shortened. */
const LONGEST_VALUE = 300;

/** Everything that is told of a rollout, in order. `facts` are lines of the scoring code. */
export function piecesOf(rollout: Rollout, facts: readonly string[]): readonly PlacedPiece[] {
  return [...headPieces(rollout), ...scoringPieces(rollout, facts), ...tracePieces(rollout)];
}

function headPieces({ question, golds, answer }: Rollout): PlacedPiece[] {
  const piece = (key: string, value: string | null): PlacedPiece =>
    value === null ? head('golds and answer', { [key]: null }) : head('golds and answer', {}, key, value);
  return [
    piece('question', question),
    ...(golds.length > 0 ? golds : [null]).map((gold) => piece('gold_answer', gold)),
    ...(answer === null ? [piece('final_answer', null)] : []),
  ];
}

function scoringPieces({ recorded, findings }: Rollout, facts: readonly string[]): PlacedPiece[] {
  const titles = new Map(rules.map(({ id, title }) => [id, title]));
  return [
    ...Object.entries(recorded).map(([name, value]) => recordedPiece(name.slice(0, NAME), value)),
    ...facts.map((fact) => head('facts', {}, 'fact_from_scoring', fact)),
    ...findings.map(({ rule, severity, turn, message }) => {
      const fields = { finding: rule, means: titles.get(rule) ?? rule, severity };
      return head('findings', { ...fields, turn: turn === null ? null : turn + 1 }, 'message', message);
    }),
  ];
}

function recordedPiece(recorded: string, value: unknown): PlacedPiece {
  const shown = brief(value);
  const json = typeof shown === 'string' ? shown : JSON.stringify(shown);
  return typeof shown === 'string' || json.length > LONGEST_VALUE
    ? head('recorded values', { recorded }, 'value', json)
    : head('recorded values', { recorded, value: shown });
}

function head(level: Level, fields: Piece['fields'], key?: string, value?: string): PlacedPiece {
  return placed(-1, level, fields, key, value, 'ends');
}
