import { titledDocuments, spacedDocuments } from '../documents/doc-title';
import { entriesOf, entryHeaders, wholeDocument } from '../documents/entries';
import { numberedDocuments } from '../documents/numbered';
import { unquoted } from '../documents/quotes';
import type { Document } from '../model';

/** Reads the documents of a text of one layout; null for text of another. Offsets are into the text. */
type Layout = (text: string) => Document[] | null;

const WEB = entryHeaders((rank) => `${rank}. [`);

/** What a batched web search says before its results (WebDancer's `search`). */
const WEB_HEAD = "A Google search for '";
const WEB_FOUND = "' found ";

/** What a page's summary begins with, and what ends the address (WebDancer's `visit`). */
const PAGE_HEAD = 'The useful information in ';
const PAGE_GOAL = ' for user goal ';
const PAGE_BODY = ' as follows:';

const LAYOUTS: readonly Layout[] = [
  (text) => (text.startsWith('Doc 1(Title: ') ? titledDocuments(text, 0, text.length) : null),
  spacedDocuments,
  (text) => (text.startsWith('(1)') ? numberedDocuments(text, 0, text.length) : null),
  webResults,
  pageSummary,
  quotedTitles,
];

/** The documents of a text in any layout that is known; a text of another is one document without a title. */
export function laidOut(text: string): Document[] {
  if (text === '') return [];
  for (const layout of LAYOUTS) {
    const documents = layout(text);
    if (documents) return documents;
  }
  return [wholeDocument(text, 0)];
}

/** The query that a text says it answers, or the page that it sums up; null where it says none. */
export function askedIn(text: string): string | null {
  if (text.startsWith(PAGE_HEAD)) {
    const goal = text.indexOf(PAGE_GOAL);
    return goal < 0 ? null : text.slice(PAGE_HEAD.length, goal);
  }
  if (!text.startsWith(WEB_HEAD)) return null;
  const line = lineEnd(text, 0);
  const found = text.slice(0, line).lastIndexOf(WEB_FOUND);
  return found < 0 ? null : text.slice(WEB_HEAD.length, found);
}

/** `1. [title](address)`, lines about the page, a blank line, and its snippet. */
function webResults(text: string): Document[] | null {
  if (!text.startsWith(WEB_HEAD) && !text.startsWith(WEB.first)) return null;
  const first = text.startsWith(WEB.first) ? 0 : text.indexOf(WEB.next(1)) + 1;
  // Nothing was found.
  if (first === 0 && !text.startsWith(WEB.first)) return [];
  return entriesOf(text.slice(first), first, WEB).map(({ rank, start, end }) => {
    const stop = start + text.slice(start, end).trimEnd().length;
    const line = Math.min(stop, lineEnd(text, start));
    const heading = text.slice(text.indexOf('[', start) + 1, line);
    const border = heading.indexOf('](');
    const address = heading.slice(border + 2).replace(/\)$/, '');
    return {
      query: 0,
      rank,
      title: border < 0 ? null : heading.slice(0, border),
      text: text.slice(line, stop).trim(),
      score: null,
      ...(border < 0 ? {} : { id: address }),
      start,
      end: stop,
    };
  });
}

function pageSummary(text: string): Document[] | null {
  const address = text.startsWith(PAGE_HEAD) ? askedIn(text) : null;
  if (address === null) return null;
  const body = text.indexOf(PAGE_BODY);
  const from = body < 0 ? lineEnd(text, 0) : body + PAGE_BODY.length;
  return [{ ...wholeDocument(text, 0), id: address, text: text.slice(from).trim() }];
}

/**
 * `"Title"`, a newline and the passage, separated by blank lines: how FlashRAG's corpora print (ReCall's
 * `wikipedia_search`). A blank line within a passage is told from a border by the title in quotes that follows one.
 */
function quotedTitles(text: string): Document[] | null {
  if (!isTitle(text, 0)) return null;
  const documents: Document[] = [];
  for (let start = 0; start < text.length;) {
    let next = text.indexOf('\n\n"', start);
    while (next >= 0 && !isTitle(text, next + 2)) next = text.indexOf('\n\n"', next + 2);
    const end = next < 0 ? text.length : next;
    const line = Math.min(end, lineEnd(text, start));
    documents.push({
      query: 0,
      rank: documents.length + 1,
      title: unquoted(text.slice(start, line).trimEnd()),
      text: text.slice(line + 1, end).trim(),
      score: null,
      start,
      end,
    });
    start = next < 0 ? text.length : next + 2;
  }
  return documents;
}

/** Longest line that may be a title, in characters. */
const LONGEST_TITLE = 400;

function isTitle(text: string, at: number): boolean {
  if (text.charAt(at) !== '"') return false;
  const head = text.slice(at, at + LONGEST_TITLE);
  const end = head.indexOf('\n');
  return end > 2 && head.slice(0, end).trimEnd().endsWith('"');
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
