import { isAlias, isNode, LineCounter, parseDocument, visit, type Document } from 'yaml';

/** Longest `tracehop.yml`, in UTF-16 units, and its deepest level. */
const LONGEST = 256 * 1024;
const DEEPEST = 20;

/** Something that is wrong with `tracehop.yml`, and where. */
export interface ConfigProblem {
  /** What is wrong and what to do, as a sentence without a full stop. */
  readonly message: string;
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** Of the start, from 1; columns in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** Of the end, likewise. */
  readonly endLine: number;
  readonly endColumn: number;
}

/** Makes problems at offsets of a text. */
export type ProblemAt = (message: string, start: number, end: number) => ConfigProblem;

/** A text read as YAML. `document` is null where the text as a whole cannot be used. */
export interface YamlText {
  readonly document: Document | null;
  readonly problems: readonly ConfigProblem[];
  readonly problemAt: ProblemAt;
}

/** Reads YAML 1.2 with the core schema: one document, no aliases, anchors or tags, no key twice. Never throws. */
export function readYamlText(text: string): YamlText {
  const lines = new LineCounter();
  const problemAt: ProblemAt = (message, start, end) => {
    const [from, to] = [lines.linePos(start), lines.linePos(Math.max(start, end))];
    const [line, column] = [Math.max(1, from.line), Math.max(1, from.col)];
    const [endLine, endColumn] = [Math.max(1, to.line), Math.max(1, to.col)];
    return { message, start, end: Math.max(start, end), line, column, endLine, endColumn };
  };
  const refused = (message: string): YamlText => ({
    document: null,
    problems: [problemAt(message, 0, 0)],
    problemAt,
  });
  if (text.length > LONGEST) return refused(`the file is longer than ${LONGEST} characters`);
  if (nesting(text) > 10 * DEEPEST) return refused(`the file is nested deeper than ${DEEPEST} levels`);
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    lineCounter: lines,
    prettyErrors: false,
  });
  const faults = [...document.errors, ...document.warnings].map(({ pos: [start, end], message }) =>
    problemAt(message, start, end),
  );
  if (faults.length > 0) return { document: null, problems: faults, problemAt };
  const found: ConfigProblem[] = [];
  visit(document, (_key, node, path) => {
    if (!isNode(node)) return undefined;
    const [start = 0, end = start] = node.range ?? [];
    if (isAlias(node) || ('anchor' in node && node.anchor !== undefined))
      found.push(problemAt('anchors and aliases are not allowed', start, end));
    if (node.tag !== undefined) found.push(problemAt('tags are not allowed', start, end));
    // A path holds a pair and its map for each level.
    if (path.length > DEEPEST * 2)
      found.push(problemAt(`this is nested deeper than ${DEEPEST} levels`, start, start));
    return found.length > 0 ? visit.BREAK : undefined;
  });
  return { document: found.length > 0 ? null : document, problems: found, problemAt };
}

/**
 * The deepest level that brackets, and indicators at the start of one line (`- - - a`), can reach: the parser recurses,
 * and a text made for it would overflow its stack.
 */
function nesting(text: string): number {
  let deepest = 0;
  let depth = 0;
  let compact = 0;
  let atStart = true;
  for (const character of text) {
    if (character === '[' || character === '{') depth++;
    else if ((character === ']' || character === '}') && depth > 0) depth--;
    if (character === '\n') {
      compact = 0;
      atStart = true;
    } else if (atStart && (character === '-' || character === '?')) compact++;
    else if (character !== ' ' && character !== '\t') atStart = false;
    deepest = Math.max(deepest, depth + compact);
  }
  return deepest;
}
