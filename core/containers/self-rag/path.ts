import type { Loss } from '../container';
import { OwnText } from '../fields/own-text';
import { isObject, type JsonPath } from '../fields/values';
import { addPassage } from './texts';
import { absent } from '../losses';

/** Own text of a long-form path, and what it lacks. */
export interface PathText {
  readonly text: OwnText;
  readonly losses: readonly Loss[];
}

const NO_PASSAGES = absent('the passages between the sentences are not kept in `intermediate`');
const SHIFTED = absent(
  '`docs` has another length than the path, so its passages cannot be told to sentences and are left out',
);

const ROOT = '[Retrieval]';

/**
 * The best path of a beam (`run_long_form_static.py`): `intermediate` holds its raw texts, the root `[Retrieval]`
 * first. A node’s `[Retrieval]` is followed by a passage, which `docs` holds in order, unless a segment was skipped.
 */
export function pathText(
  prompt: string | null,
  promptPath: JsonPath,
  intermediate: readonly unknown[],
  path: JsonPath,
  docs: unknown,
  docsPath: JsonPath,
): PathText {
  const text = new OwnText();
  if (prompt !== null) text.add(prompt, 'prompt', promptPath);
  const rooted = intermediate[0] === ROOT;
  const sentences = intermediate.length - (rooted ? 1 : 0);
  const passages = Array.isArray(docs) && docs.length === sentences ? docs : null;
  for (const [at, node] of intermediate.entries()) {
    if (typeof node !== 'string') continue;
    const nth = at - (rooted ? 1 : 0);
    if (nth >= 0 && passages && isObject(passages[nth])) addPassage(text, passages[nth], [...docsPath, nth]);
    // With the passage, the token before it is put in as well: the root and the end of the node before stand for it.
    const cut = passages && node.endsWith(ROOT) ? node.length - ROOT.length : node.length;
    text.add(node.slice(0, cut), 'policy', [...path, at]);
  }
  const lost = passages ? [] : [Array.isArray(docs) && docs.length > 0 ? SHIFTED : NO_PASSAGES];
  return { text, losses: sentences > 0 ? lost : [] };
}
