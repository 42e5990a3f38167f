import { count } from '../../../core/findings/words';
import type { Citation } from '../../../core/trace/model';
import { escapeMarkdown } from '../../markdown/escape';
import type { PlacedRollout, TurnDocument } from '../../places/placed-rollout';
import { holds, type PointFeature } from '../provider';
import type { HoverContent, HoverContext } from './content';
import { renderDocument } from './document';

/** Cited documents that are shown. */
const MOST_CITED = 5;

/** Lines of a document that are shown, where one is cited, and where several are. */
const LINES_OF_ONE = 20;
const LINES_OF_SEVERAL = 6;

/** On a citation: the documents that it names. */
export const citationHover: PointFeature<HoverContent, HoverContext> = {
  name: 'hover of a citation',
  at(placed, offset, context) {
    const citation = placed.rollout.citations?.find((each) => holds(each, offset));
    return citation ? { markdown: render(placed, citation, context), range: citation } : null;
  },
};

function render(placed: PlacedRollout, { ids }: Citation, context: HoverContext): string {
  const shown = ids.slice(0, MOST_CITED).map((id) => ({ id, document: placed.documentOf(id) }));
  const lines = ids.length > 1 ? LINES_OF_SEVERAL : LINES_OF_ONE;
  const texts = shown.map(({ id, document }) =>
    document
      ? cited(placed, id, document, context, lines)
      : `Cites “${escapeMarkdown(id)}”, which is no document that came back.`,
  );
  if (ids.length === 0) texts.push('Cites nothing: no id is given.');
  const more = ids.length - shown.length;
  if (more > 0) texts.push(`… and ${count(more, 'id')} more`);
  return texts.join('\n\n');
}

function cited(
  placed: PlacedRollout,
  id: string,
  document: TurnDocument,
  context: HoverContext,
  lines: number,
): string {
  return `Cites “${escapeMarkdown(id)}”\n\n${renderDocument(placed, document, context, lines)}`;
}
