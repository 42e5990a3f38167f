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

/** A row of a table without a header, one cell of which is a passage as R1-Searcher writes it. */
function tableRow(value: JsonObject): PassageKind | null {
  const labelled = Object.keys(value).some((key) => {
    const cell = value[key];
    return LABELLED.test(key) || (typeof cell === 'string' && LABELLED.test(cell));
  });
  return labelled ? { what: 'cells with `Title: … Text: …`', weight: 0.8 } : null;
}

const LINES = 50;

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
  const passages = lines.filter((line) => /^\d{1,12}\t"?Title: /.test(line)).length;
  if (passages === 0 || passages * 10 < lines.length * 9) return null;
  const tsv = /\.tsv$/i.test(name) ? ', in a TSV file' : '';
  return {
    weight: 0.8,
    because: `a number, a tab and \`Title: \` begin ${passages} of its first ${lines.length} lines${tsv}`,
  };
}
