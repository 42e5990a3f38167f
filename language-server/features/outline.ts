import { type DocumentSymbol, SymbolKind } from 'vscode-languageserver';
import { count } from '../../core/findings/words';
import type { Mark, Range, Segment, Turn } from '../../core/trace/model';
import { skipBlanks, trimRange } from '../../core/trace/text';
import { visible } from '../../core/visible';
import type { PlacedRollout } from '../places/placed-rollout';
import { rangeIn } from '../places/places';
import { MARKS } from './marks';
import type { RolloutFeature } from './provider';
import { tagsIn } from './tags';
import { shortened } from './words';

const NAME_LENGTH = 80;

/** More would not fit a name. */
const NAMED_QUERIES = 20;

/** The outline: a rollout, its turns, and in each what was thought, searched, retrieved and answered. */
export const outline: RolloutFeature<DocumentSymbol> = {
  name: 'outline',
  *of(placed) {
    const { rollout } = placed;
    const turns: DocumentSymbol[] = [];
    for (const [index, turn] of rollout.turns.entries()) {
      turns.push(turnSymbol(placed, turn, index));
      yield null;
    }
    const prompts = rollout.segments
      .filter(({ kind, start, end }) => kind === 'prompt' && !isBlank(placed, start, end))
      .map((segment) => symbol(placed, 'prompt', '', SymbolKind.File, segment));
    const name = `rollout ${rollout.sample > 0 ? `${rollout.index}.${rollout.sample}` : rollout.index}`;
    const whole = { start: 0, end: rollout.text.length };
    const detail = rollout.question ?? '';
    yield symbol(placed, name, detail, SymbolKind.Namespace, whole, [...prompts, ...turns]);
  },
};

function turnSymbol(placed: PlacedRollout, turn: Turn, index: number): DocumentSymbol {
  const inside = placed
    .segmentsFrom(turn)
    .filter(({ start, end, kind }) => kind !== 'search' && kind !== 'text' && !isBlank(placed, start, end));
  const children = [
    ...inside.flatMap((segment) => segmentSymbol(placed, segment)),
    ...turn.searches.map((search, at) => searchSymbol(placed, turn, search, at)),
    ...placed.marksFrom(turn).flatMap((mark) => markSymbol(placed, turn, mark)),
  ].sort((left, right) => compare(left, right));
  return symbol(placed, `turn ${index + 1}`, turnDetail(turn), SymbolKind.Event, turn, children);
}

function turnDetail({ queries, documents }: Turn): string {
  if (queries.length === 0) return '';
  return `${count(queries.length, 'query', 'queries')}, ${count(documents.length, 'document')}`;
}

function searchSymbol(placed: PlacedRollout, turn: Turn, search: Range, at: number): DocumentSymbol {
  const one = turn.searches.length === turn.queries.length;
  const queries = one ? turn.queries.slice(at, at + 1) : turn.queries.slice(0, NAMED_QUERIES);
  const name = `search ${queries.map(({ text }) => `“${text}”`).join(', ')}`;
  const operators = [...new Set(queries.flatMap(({ operator }) => operator ?? []))];
  return symbol(placed, name, operators.join(', '), SymbolKind.Function, search);
}

/** A mark under its kind. One that is a search itself (`[Retrieval]`) is listed as that. */
function markSymbol(placed: PlacedRollout, turn: Turn, mark: Mark): DocumentSymbol[] {
  if (turn.searches.some(({ start }) => start === mark.start)) return [];
  return [symbol(placed, MARKS[mark.kind].name, mark.text, SymbolKind.EnumMember, mark)];
}

function segmentSymbol(placed: PlacedRollout, segment: Segment): DocumentSymbol[] {
  switch (segment.kind) {
    case 'think':
      return [symbol(placed, 'think', contentOf(placed, segment), SymbolKind.String, segment)];
    case 'information':
      return [informationSymbol(placed, segment)];
    case 'answer':
      return [symbol(placed, 'answer', contentOf(placed, segment), SymbolKind.Constant, segment)];
    case 'notice':
      return [symbol(placed, 'notice', contentOf(placed, segment), SymbolKind.Event, segment)];
    case 'prompt':
    case 'search':
    case 'text':
      return [];
  }
}

function informationSymbol(placed: PlacedRollout, segment: Segment): DocumentSymbol {
  if (segment.by !== 'environment') {
    return symbol(placed, 'information written by the policy', '', SymbolKind.Array, segment);
  }
  const documents = placed.documentsIn(segment);
  const children = documents.map(({ document }) => {
    const name = `${document.rank} ${document.title ?? shortened(document.text, 60)}`;
    return symbol(placed, name, '', SymbolKind.Object, document);
  });
  return symbol(placed, count(documents.length, 'document'), '', SymbolKind.Array, segment, children);
}

/** What stands between a segment's tags. */
function contentOf(placed: PlacedRollout, segment: Segment): string {
  const { text } = placed.rollout;
  const places = tagsIn(placed, segment);
  const [first] = places;
  const last = places.at(-1);
  const opened = first && !first.closing && skipBlanks(text, segment.start, first.start) === first.start;
  const closed = last?.closing === true && skipBlanks(text, last.end, segment.end) === segment.end;
  return text.slice(opened ? first.end : segment.start, closed ? last.start : segment.end);
}

function symbol(
  placed: PlacedRollout,
  name: string,
  detail: string,
  kind: SymbolKind,
  range: Range,
  children: DocumentSymbol[] = [],
): DocumentSymbol {
  const filled = trimRange(placed.rollout.text, range.start, range.end);
  const place = rangeIn(placed.places, filled.end > filled.start ? filled : range);
  return {
    // Editors refuse symbols without a name.
    name: shortened(visible(name), NAME_LENGTH) || '(blank)',
    detail: shortened(visible(detail), NAME_LENGTH),
    kind,
    range: place,
    selectionRange: place,
    children,
  };
}

function compare({ range: left }: DocumentSymbol, { range: right }: DocumentSymbol): number {
  return left.start.line - right.start.line || left.start.character - right.start.character;
}

/** Blanks alone have no place in an outline, and would reach out of what is around them. */
function isBlank({ rollout }: PlacedRollout, start: number, end: number): boolean {
  return skipBlanks(rollout.text, start, end) === end;
}
