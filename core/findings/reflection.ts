import type { Range } from '../trace/model';
import type { UncheckedRollout } from './rule';

/** What a reflection token of Self-RAG says (`retrieval_lm/utils.py`). */
export type ReflectionKind = 'retrieval' | 'relevance' | 'support' | 'utility' | 'passage' | 'unknown';

/** A token in the policy's text; `passage` stands for a whole `<paragraph>…</paragraph>`. */
export interface Reflection extends Range {
  readonly kind: ReflectionKind;
  readonly token: string;
}

const KINDS: Readonly<Record<string, ReflectionKind>> = {
  '[No Retrieval]': 'retrieval',
  '[Retrieval]': 'retrieval',
  '[Continue to Use Evidence]': 'retrieval',
  '[Irrelevant]': 'relevance',
  '[Relevant]': 'relevance',
  '[Fully supported]': 'support',
  '[Partially supported]': 'support',
  '[No support / Contradictory]': 'support',
  '[Utility:1]': 'utility',
  '[Utility:2]': 'utility',
  '[Utility:3]': 'utility',
  '[Utility:4]': 'utility',
  '[Utility:5]': 'utility',
};

/** What reads like a reflection token and is none: other case, another number, a word of the same field. */
const ALIKE =
  /^\[(?:utility|relevan|irrelevan|(?:fully|partially|no|un)\s?support|support|retriev|no retriev|ground|contradict|continue)/i;

const PARAGRAPH = { open: '<paragraph>', close: '</paragraph>' } as const;
const TOKEN = /<paragraph>|\[[A-Za-z][A-Za-z :/_-]{2,40}\d{0,3}\]/g;

/** The reflection tokens of a response, in order. Passages are looked over: their text is not the policy's. */
export function reflectionsOf({ text, segments }: UncheckedRollout): readonly Reflection[] {
  const found: Reflection[] = [];
  const pattern = new RegExp(TOKEN);
  pattern.lastIndex = segments.find(({ by }) => by !== 'prompt')?.start ?? text.length;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const start = match.index;
    const token = match[0];
    if (token === PARAGRAPH.open) {
      const close = text.indexOf(PARAGRAPH.close, start);
      const end = close < 0 ? text.length : close + PARAGRAPH.close.length;
      found.push({ kind: 'passage', token, start, end });
      pattern.lastIndex = end;
      continue;
    }
    const kind = KINDS[token] ?? (ALIKE.test(token) ? 'unknown' : null);
    if (kind !== null) found.push({ kind, token, start, end: start + token.length });
  }
  return found;
}

/** Tokens gathered by the segment they judge: a new one starts at a retrieval token and at a passage of its own. */
export function judgedSegments(reflections: readonly Reflection[]): readonly (readonly Reflection[])[] {
  const segments: Reflection[][] = [];
  for (const reflection of reflections) {
    const current = segments.at(-1);
    const starts =
      reflection.kind === 'retrieval' ||
      (reflection.kind === 'passage' && current?.at(-1)?.kind !== 'retrieval');
    if (current === undefined || starts) segments.push([reflection]);
    else current.push(reflection);
  }
  return segments;
}
