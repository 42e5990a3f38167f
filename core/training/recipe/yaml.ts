import { isAlias, isNode, LineCounter, parseDocument, visit } from 'yaml';
import type { RecipeProblem } from './model';

/** Most bytes, UTF-16 units here, and levels of a recipe. */
const LONGEST = 256 * 1024;
const DEEPEST = 20;

export type ReadYaml =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly RecipeProblem[] };

/** Reads YAML 1.2 with the core schema: one document, no aliases, anchors or tags, no key twice. */
export function readYaml(text: string): ReadYaml {
  const problem = (at: string, message: string): ReadYaml => ({ ok: false, problems: [{ at, message }] });
  if (text.length > LONGEST) return problem('the recipe', `is longer than ${LONGEST} characters`);
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    lineCounter: lines,
    prettyErrors: false,
  });
  const faults = [...document.errors, ...document.warnings].map(({ pos, message }) => {
    const { line, col } = lines.linePos(pos[0]);
    return { at: `line ${line}, column ${col}`, message };
  });
  if (faults.length > 0) return { ok: false, problems: faults };
  const found: RecipeProblem[] = [];
  visit(document, (_key, node, path) => {
    if (!isNode(node)) return undefined;
    const at = `line ${lines.linePos(node.range?.[0] ?? 0).line}`;
    if (isAlias(node) || ('anchor' in node && node.anchor !== undefined))
      found.push({ at, message: 'anchors and aliases are not allowed' });
    if (node.tag !== undefined) found.push({ at, message: 'tags are not allowed' });
    // A path holds a pair and its map for each level.
    if (path.length > DEEPEST * 2) found.push({ at, message: `is nested deeper than ${DEEPEST} levels` });
    return found.length > 0 ? visit.BREAK : undefined;
  });
  if (found.length > 0) return { ok: false, problems: found };
  return { ok: true, value: document.toJS({ maxAliasCount: 0 }) };
}
