import type { Document, TextPart } from '../model';

/** Longest heading that is put in front of a document, in characters. */
const LONGEST = 64;

/** `Doc 3`, then its score where the file holds one, then what begins the title, or the text. */
const HEADING = /^\n?Doc (\d{1,9})(?: \[score ([-+.\deE]{1,30})\])?(\(Title: |: )$/;

/** What stands between a title and its text. */
const AFTER_TITLE = ') ';

/** Reads the documents among the parts of one information element: their headings are parts that were put in. */
export function documentsOf(text: string, parts: readonly TextPart[]): Document[] {
  const documents: Document[] = [];
  for (let at = 0; at < parts.length;) {
    const heading = headingOf(text, parts[at]);
    if (!heading) {
      at++;
      continue;
    }
    let next = at + 1;
    while (next < parts.length && !headingOf(text, parts[next])) next++;
    documents.push(documentOf(text, parts.slice(at, next), heading));
    at = next;
  }
  return documents;
}

interface Heading {
  readonly rank: number;
  readonly score: number | null;
  readonly titled: boolean;
}

function headingOf(text: string, part: TextPart | undefined): Heading | null {
  if (!part?.rendered || part.path !== null || part.end - part.start > LONGEST) return null;
  const [, rank, score, mark] = HEADING.exec(text.slice(part.start, part.end)) ?? [];
  if (rank === undefined) return null;
  const value = score === undefined ? Number.NaN : Number(score);
  return { rank: Number(rank), score: Number.isNaN(value) ? null : value, titled: mark !== ': ' };
}

function documentOf(text: string, parts: readonly TextPart[], { rank, score, titled }: Heading): Document {
  const [first] = parts;
  const end = parts.at(-1)?.end ?? 0;
  const start = first ? first.start + (text.startsWith('\n', first.start) ? 1 : 0) : end;
  const body = first?.end ?? end;
  const between = titled
    ? parts.find(
        (part) => part.rendered && part.path === null && text.slice(part.start, part.end) === AFTER_TITLE,
      )
    : undefined;
  const title = titled ? text.slice(body, between?.start ?? end) : null;
  const content = titled ? text.slice(between?.end ?? end, end) : text.slice(body, end);
  return { query: 0, rank, title, text: content, score, start, end };
}
