import { boldRanges } from '../../markdown/bold';
import { escapeLines, escapeMarkdown } from '../../markdown/escape';
import type { PlacedRollout, TurnDocument } from '../../places/placed-rollout';
import { holds, type PointFeature } from '../provider';
import { shortened } from '../words';
import type { HoverContent, HoverContext } from './content';
import { elsewhereNote } from './query';

/** Lines of a document that are shown, at about as many characters as a hover is wide. */
const MOST_LINES = 40;
const LINE_LENGTH = 90;

/** On a retrieved document: all of it, up to about 40 lines, golds set bold. */
export const documentHover: PointFeature<HoverContent, HoverContext> = {
  name: 'hover of a document',
  at(placed, offset, context) {
    for (const [turn, { documents }] of placed.rollout.turns.entries()) {
      const index = documents.findIndex((document) => holds(document, offset));
      const document = documents[index];
      if (document) {
        const markdown = renderDocument(placed, { document, turn, index }, context, MOST_LINES);
        return { markdown, range: document };
      }
    }
    return null;
  },
};

/** A document as Markdown: what it is called, its text up to a number of lines, and where else it was retrieved. */
export function renderDocument(
  placed: PlacedRollout,
  { document, turn, index }: TurnDocument,
  context: HoverContext,
  lines: number,
): string {
  const title = document.title === null ? 'untitled' : escapeMarkdown(shortened(document.title, 200));
  const score = document.score === null ? '' : `, score ${document.score}`;
  const { text, left } = cut(document.text, lines);
  const body = placed.holdsGold(turn, index)
    ? text.map((line) => boldRanges(line, placed.goldsInText(line))).join('\\\n')
    : escapeLines(text);
  const more = left > 0 ? [`… and ${left} characters more`] : [];
  const note = elsewhereNote(context, document).trim();
  const known = note !== '' && context.extent ? `${note} (${context.extent})` : note;
  const heading = `Document ${document.rank} of turn ${turn + 1}: ${title}${score}`;
  return [heading, body, ...more, ...(known === '' ? [] : [known])].join('\n\n');
}

/** The lines of a document that fit, long ones counted as the lines they will take. */
function cut(text: string, most: number): { readonly text: readonly string[]; readonly left: number } {
  const lines: string[] = [];
  let room = most;
  let shown = 0;
  for (const line of text.trim().split(/\r\n?|\n/)) {
    if (room <= 0) break;
    const fits = line.slice(0, room * LINE_LENGTH);
    if (line.trim() !== '') lines.push(fits);
    room -= Math.max(1, Math.ceil(fits.length / LINE_LENGTH));
    shown += fits.length + 1;
  }
  return { text: lines, left: Math.max(0, text.trim().length - shown) };
}
