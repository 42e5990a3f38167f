import type { Document } from '../model';
import { trimRange } from '../text';
import { type Entry, entriesOf, entryHeaders, wholeDocument } from './entries';
import { gapped } from './gap';
import { csvUnquoted } from './quotes';

/** What the environment writes when nothing was found. */
const NOTHING = 'None';

const HEADERS = entryHeaders((rank) => `(${rank})`);
const LABEL = 'Title: ';
const TEXT_LABEL = ' Text: ';

/**
 * Reads `(1)…` entries, one a line start, numbered from 1, in the three layouts of R1-Searcher's corpora
 * (`train/wiki_corpus_load.py`): `Title: T Text:  passage`, the same quoted as a CSV cell, and `T   passage`.
 * `None` is no document; text without numbers is one document without title (the online search's summary).
 */
export function numberedDocuments(text: string, start: number, end: number): Document[] {
  const body = trimRange(text, start, end);
  const block = text.slice(body.start, body.end);
  if (block === '' || block === NOTHING) return [];
  const entries = entriesOf(block, body.start, HEADERS);
  return entries.length > 0
    ? entries.map((entry) => numberedDocument(text, entry))
    : [wholeDocument(block, body.start)];
}

function numberedDocument(text: string, { rank, start, end }: Entry): Document {
  const line = csvUnquoted(text.slice(text.indexOf(')', start) + 1, end));
  const { title, passage } = labelled(line) ?? gapped(line) ?? { title: null, passage: line };
  return { query: 0, rank, title, text: passage, score: null, start, end };
}

function labelled(line: string): { title: string; passage: string } | null {
  if (!line.startsWith(LABEL)) return null;
  const label = line.indexOf(TEXT_LABEL);
  if (label < 0) return null;
  const passage = label + TEXT_LABEL.length;
  return {
    title: line.slice(LABEL.length, label),
    passage: line.slice(line.startsWith(' ', passage) ? passage + 1 : passage),
  };
}
