import { jsonOrUndefined } from '../../json';
import type { FoundDocument, Source, Traced } from '../fields/traced';
import { literalsAt, pathKey } from '../json/positions';

/** A line of a text: its JSON value, and where it begins. */
interface JsonLine {
  readonly value: unknown;
  readonly text: string;
  readonly at: number;
}

/** The JSON values of a text that holds one a line. */
export class JsonLines {
  constructor(
    readonly lines: readonly JsonLine[],
    /** Offset of the first line that is no JSON, or null. */
    readonly torn: number | null,
  ) {}

  get values(): unknown[] {
    return this.lines.map(({ value }) => value);
  }

  /** Gives strings that were found by line and path their place in the text, where it writes them without escapes. */
  place(traced: Traced): Traced {
    const wanted = new Map<number, (readonly (string | number)[])[]>();
    walk(traced, (source) => {
      const [line, ...path] = source.path ?? [];
      if (typeof line !== 'number') return source;
      const paths = wanted.get(line);
      if (paths) paths.push(path);
      else wanted.set(line, [path]);
      return source;
    });
    const found = new Map(
      [...wanted].map(([line, paths]) => [line, literalsAt(this.lines[line]?.text ?? '', paths)]),
    );
    return walk(traced, (source) => {
      const [line, ...path] = source.path ?? [];
      const entry = typeof line === 'number' ? this.lines[line] : undefined;
      const literal = typeof line === 'number' ? found.get(line)?.get(pathKey(path)) : undefined;
      const raw = entry && literal ? entry.text.slice(literal.start + 1, literal.end - 1) : null;
      if (!entry || !literal || source.made === true || raw !== source.text)
        return { text: source.text, path: null, made: true };
      return { text: source.text, path: null, at: entry.at + literal.start + 1 };
    });
  }
}

function walk(traced: Traced, change: (source: Source) => Source): Traced {
  const one = (source: Source | null | undefined): Source | null => (source ? change(source) : null);
  const document = ({ title, text, score }: FoundDocument): FoundDocument => ({
    title: one(title),
    text: one(text),
    score: score ?? null,
  });
  return {
    question: one(traced.question),
    steps: (traced.steps ?? []).map(({ query, documents }) => ({
      query: one(query),
      documents: documents.map(document),
    })),
    answer: one(traced.answer),
  };
}

/** Reads one JSON value a line; lines that are none are left out. */
export function valuesIn(text: string): JsonLines {
  const lines: JsonLine[] = [];
  let torn: number | null = null;
  for (let start = 0; start < text.length;) {
    const lf = text.indexOf('\n', start);
    const end = lf < 0 ? text.length : lf;
    const line = text.slice(start, end);
    // Failing to parse is dear: lines that cannot be objects are not tried.
    const value = /^\s{0,64}[{[]/.test(line) ? jsonOrUndefined(line) : undefined;
    if (value !== undefined) lines.push({ value, text: line, at: start });
    else if (line.trim() !== '') torn ??= start;
    start = end + 1;
  }
  return new JsonLines(lines, torn);
}
