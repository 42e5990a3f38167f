import { count } from '../../../core/findings/words';
import type { Document, Query } from '../../../core/trace/model';
import { boldRanges } from '../../markdown/bold';
import { escapeMarkdown } from '../../markdown/escape';
import type { PlacedRollout } from '../../places/placed-rollout';
import type { Search } from '../../places/turn-searches';
import { holds, type PointFeature } from '../provider';
import { searchSummary } from '../searches';
import { namedMeaning, tagOfOperator } from '../tags';
import { shortened } from '../words';
import type { HoverContent, HoverContext } from './content';

/** Characters of a passage that are shown, around its first gold. */
const PASSAGE = 220;

/** Documents of one search that are shown. */
const MOST_DOCUMENTS = 12;

/** Queries of one search that are shown. */
const MOST_QUERIES = 6;

/** On a search: what it brought, golds set bold, and where else in the file the documents were retrieved. */
export const queryHover: PointFeature<HoverContent, HoverContext> = {
  name: 'hover of a query',
  at(placed, offset, context) {
    const search = placed.searches.find(({ range }) => holds(range, offset));
    if (!search) return null;
    const lines = [
      heading(placed, search),
      ...operatorLines(placed, search),
      ...documentLines(placed, search, context),
    ];
    return { markdown: lines.join('\n\n'), range: search.range };
  },
};

function heading(placed: PlacedRollout, search: Search): string {
  const queries = search.queries
    .slice(0, MOST_QUERIES)
    .map((query) => `“${escapeMarkdown(shortened(query.text, 160))}”${asked(query)}`);
  const more = search.queries.length - queries.length;
  if (more > 0) queries.push(`and ${more} more`);
  const summary = search.error
    ? `answered: ${escapeMarkdown(shortened(search.error, 200))}`
    : searchSummary(placed, search);
  return `Turn ${search.turn + 1}, search ${queries.join(', ')}: ${summary}`;
}

/** How a query asks: its mode, or by which of several ways. */
function asked({ mode, operator }: Query): string {
  if (mode) return ` (${mode})`;
  return operator === undefined ? '' : ` (${escapeMarkdown(shortened(operator, 60))})`;
}

/** What the ways to ask mean, each once. */
function operatorLines(placed: PlacedRollout, { queries }: Search): string[] {
  const tags = new Set(queries.slice(0, MOST_QUERIES).map((query) => tagOfOperator(placed, query)));
  return [...tags].flatMap((tag) => (tag ? [namedMeaning(placed, tag)] : []));
}

function documentLines(placed: PlacedRollout, search: Search, context: HoverContext): string[] {
  const shown = search.documents.slice(0, MOST_DOCUMENTS);
  const items = shown.map(({ document, index }) => documentItem(placed, search, document, index, context));
  const more = search.documents.length - shown.length;
  if (more > 0) items.push(`- and ${count(more, 'document')} more`);
  if (items.length === 0) return [];
  return context.extent ? [items.join('\n'), `Other rollouts: ${context.extent}.`] : [items.join('\n')];
}

function documentItem(
  placed: PlacedRollout,
  search: Search,
  document: Document,
  index: number,
  context: HoverContext,
): string {
  const gold = placed.holdsGold(search.turn, index);
  const title =
    document.title === null ? '' : `${withGolds(placed, gold, shortened(document.title, 120))} — `;
  const passage = withGolds(placed, gold, excerpt(placed, gold, document.text));
  const query = search.queries.length > 1 ? ` (query ${document.query + 1})` : '';
  const score = document.score === null ? '' : ` (score ${document.score})`;
  return `- ${document.rank}${query}: ${title}${passage}${score}${elsewhereNote(context, document)}`;
}

/** `Also retrieved by rollouts #3, #9 and 4 more.` after a document, or nothing. */
export function elsewhereNote(context: HoverContext, document: Document): string {
  const found = context.elsewhere(document);
  if (!found || found.rollouts.length === 0) return '';
  const names = found.rollouts.map((name) => `#${name}`).join(', ');
  const word = found.rollouts.length + found.more === 1 ? 'rollout' : 'rollouts';
  return ` Also retrieved by ${word} ${names}${found.more > 0 ? ` and ${found.more} more` : ''}.`;
}

/** Escapes a text and sets the golds in it bold. */
export function withGolds(placed: PlacedRollout, gold: boolean, text: string): string {
  return gold ? boldRanges(text, placed.goldsInText(text)) : escapeMarkdown(text);
}

/** The head of a passage; where its first gold stands further on, what stands around that. */
function excerpt(placed: PlacedRollout, gold: boolean, passage: string): string {
  const line = passage.replaceAll(/\s+/g, ' ').trim();
  const [first] = gold ? placed.goldsInText(line) : [];
  if (!first || first.end <= PASSAGE) return shortened(line, PASSAGE);
  const from = Math.max(0, first.start - PASSAGE / 2);
  const start = line.indexOf(' ', from);
  return `…${shortened(line.slice(start > 0 && start < first.start ? start : first.start), PASSAGE)}`;
}
