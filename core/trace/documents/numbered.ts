import type { Document } from '../model';
import { trimRange } from '../text';
import { type Entry, entriesOf, wholeDocument } from './entries';
import { csvUnquoted } from './quotes';

/** What the environment writes when nothing was found. */
const NOTHING = 'None';

/** Separates title and passage in lines of a KILT corpus. */
const KILT_GAP = '   ';

const header = (rank: number): string => `(${rank})`;

const TITLE_AND_TEXT = /^Title: ([\s\S]*?) Text: {1,2}/;

/**
 * Reads `(1)…` entries, one a line start, numbered from 1, in the three layouts of R1-Searcher's corpora
 * (`train/wiki_corpus_load.py`): `Title: T Text:  passage`, the same quoted as a CSV cell, and `T   passage`.
 * `None` is no document; text without numbers is one document without title (the online search's summary).
 */
export function numberedDocuments(text: string, start: number, end: number): Document[] {
  const body = trimRange(text, start, end);
  const block = text.slice(body.start, body.end);
  if (block === '' || block === NOTHING) return [];
  const entries = entriesOf(block, body.start, header);
  return entries.length > 0
    ? entries.map((entry) => numberedDocument(text, entry))
    : [wholeDocument(block, body.start)];
}

function numberedDocument(text: string, { rank, start, end }: Entry): Document {
  const raw = text.slice(start + header(rank).length, end);
  const line = csvUnquoted(raw);
  const labelled = TITLE_AND_TEXT.exec(line);
  const entry = { query: 0, rank, score: null, start, end };
  if (labelled) return { ...entry, title: labelled[1] ?? '', text: line.slice(labelled[0].length) };
  const gap = raw.indexOf(KILT_GAP);
  return gap > 0
    ? { ...entry, title: raw.slice(0, gap), text: raw.slice(gap + KILT_GAP.length) }
    : { ...entry, title: null, text: line };
}
