import type { Evidence } from '../../trace/dialect';
import { marksIn } from '../fields/marks';
import { isObject, type JsonObject } from '../fields/values';

/** A form of passages, and how sure it is that records of the form are passages. */
export interface PassageKind {
  readonly what: string;
  readonly weight: number;
}

/** Fields that passages do not have: a record with one of them is a question, a run or a prompt. */
const OTHER =
  /^(?:question|query|problem|answer|answers|golden_answers|response|completion|output|outputs|prediction|messages|prompt|score|reward|step|labels?)$/i;

/** What kind of passage a record is; null for what is none. */
export function passageKind(value: unknown): PassageKind | null {
  if (Array.isArray(value))
    return value.length > 0 && value.every((item) => typeof item === 'string' && marksIn(item).length === 0)
      ? { what: 'lists of sentences under titles', weight: 0.6 }
      : null;
  if (!isObject(value)) return null;
  const keys = Object.keys(value);
  if (isLaw(value)) return { what: '`parts` with `chapters`, `sections` and `articles`', weight: 0.9 };
  if (keys.some((key) => OTHER.test(key))) return null;
  const holds = (...names: readonly string[]): boolean => names.every((name) => Object.hasOwn(value, name));
  const field = ['contents', 'paragraph_text', 'text', 'passage'].find((name) => holds(name));
  if (field === undefined || !isPassage(value[field])) return tableRow(value);
  const titled = ['title', 'wikipedia_title'].find((name) => holds(name));
  const known = titled !== undefined || field === 'contents' || field === 'paragraph_text';
  const named = titled === undefined ? '' : `\`${titled}\` and `;
  return { what: `${named}\`${field}\``, weight: known ? 0.8 : 0.5 };
}

/** A string without a rollout's tags, or a list of strings. */
function isPassage(value: unknown): boolean {
  if (typeof value === 'string') return marksIn(value).length === 0;
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}

/** LegalSearch-R1's law: parts of chapters of sections of articles. */
function isLaw(value: JsonObject): boolean {
  const first = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);
  let current: unknown = value;
  for (const name of ['parts', 'chapters', 'sections', 'articles']) {
    if (!isObject(current)) return false;
    current = first(current[name]);
  }
  return isObject(current) && 'text' in current;
}

const LABELLED = /^"?Title: .{0,400} Text: /;

/** A passage of KILT as RAG-R1 and R1-Searcher keep it: the title ends at three blanks. */
const GAPPED = /^"?\S[^\t\n]{0,300}? {3}\S/;

/** A row of a table: one cell is a passage as R1-Searcher writes it, or the two cells are a number and a passage of KILT. */
function tableRow(value: JsonObject): PassageKind | null {
  const keys = Object.keys(value);
  const cells = keys.map((key) => value[key]);
  const labelled = [...keys, ...cells].some((cell) => typeof cell === 'string' && LABELLED.test(cell));
  if (labelled) return { what: 'cells with `Title: … Text: …`', weight: 0.8 };
  const [number, passage] = cells;
  const kilt =
    cells.length === 2 &&
    /^\d{1,12}$/.test(String(number)) &&
    typeof passage === 'string' &&
    GAPPED.test(passage);
  return kilt ? { what: 'a number and a title, three blanks, text', weight: 0.8 } : null;
}

const LINES = 50;

/**
 * How a row of passages begins: R1-Searcher's (`train/wiki_corpus_load.py`), and RAG-R1's and R1-Searcher's of KILT, whose
 * title ends at three blanks (`scripts/build_corpus/split_kilt_to_100.py`).
 */
const ROWS: readonly (readonly [RegExp, string])[] = [
  [/^\d{1,12}\t"?Title: /, 'a number, a tab and `Title: `'],
  [/^\d{1,12}\t"?[^\t ][^\t]{0,300}? {3}[^\t ]/, 'a number, a tab, a title and three blanks'],
];

/** A table of passages as text: `id`, tab, passage; or DPR's header `id`, `text`, `title`. */
export function tableOfPassages(head: string, name: string): Evidence | null {
  const lines = head
    .split('\n')
    .slice(0, LINES)
    .filter((line) => line.trim() !== '');
  const [header] = lines;
  if (header === undefined) return null;
  if (/^id\ttext\ttitle\r?$/.test(header))
    return { weight: 0.9, because: 'the header of DPR: `id`, `text`, `title`' };
  const tsv = /\.tsv$/i.test(name) ? ', in a TSV file' : '';
  for (const [row, said] of ROWS) {
    const passages = lines.filter((line) => row.test(line)).length;
    if (passages * 10 < lines.length * 9) continue;
    return { weight: 0.8, because: `${said} begin ${passages} of its first ${lines.length} lines${tsv}` };
  }
  return null;
}
