import { stringify } from 'yaml';
import type { ReadableRecord } from '../protocol/records';
import { visible } from '../visible';
import type { ParsedJson } from '../containers/json/tolerant';

/** Deepest level that is written as YAML: writers recurse. */
const DEEPEST = 200;

/**
 * A record as a document to read: YAML, because its block texts have real line breaks. A record that is no JSON, or
 * nested too deeply, stands as it is.
 */
export function readableRecord(text: string, parsed: ParsedJson | null): ReadableRecord {
  if (!parsed?.ok || depthOf(parsed.value) > DEEPEST) return { text, form: 'text' };
  // Long lines are the reader's to wrap: folding them here would put line breaks where the record has none.
  const yaml = stringify(parsed.value, { lineWidth: 0, aliasDuplicateObjects: false });
  return { text: visible(yaml), form: 'yaml' };
}

/** Levels of objects and lists in a value, counted without recursion. */
function depthOf(root: unknown): number {
  let level: unknown[] = [root];
  for (let depth = 0; ; depth++) {
    if (level.length === 0 || depth > DEEPEST) return depth;
    const below: unknown[] = [];
    for (const value of level)
      if (typeof value === 'object' && value !== null)
        for (const member of Object.values(value)) below.push(member);
    level = below;
  }
}
