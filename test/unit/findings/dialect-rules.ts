import { findingsOf } from '../../../core/findings';
import type { UncheckedRollout } from '../../../core/findings/rule';
import { dialectOf } from '../../../core/trace/dialects';
import type { Dialect } from '../../../core/trace/dialect';
import type { TextPart } from '../../../core/trace/model';
import { chat, promptAndResponse, wholeText } from '../trace/support';
import { rolloutOf, type Wish } from './build';

/** What a text is read from. */
export interface Text {
  readonly text: string;
  readonly parts: readonly TextPart[];
}

/** A response alone. */
export const response = (text: string): Text => ({ text, parts: wholeText(text) });

/** A prompt and a response in fields of their own. */
export const asked = (prompt: string, text: string): Text => ({
  text: prompt + text,
  parts: promptAndResponse(prompt, text),
});

/** Messages of a chat, the question first. */
export const messages = (...said: readonly (readonly [role: string, content: string])[]): Text =>
  chat(['user', 'Which river crosses Zorvia?'], ...said);

/** The findings of one rule over a text that a dialect reads: `message @ what it points at`. */
export function findings(
  rule: string,
  id: string,
  { text, parts }: Text,
  wish: Wish & { readonly recorded?: UncheckedRollout['recorded'] } = {},
): { readonly message: string; readonly at: string }[] {
  const dialect = named(id);
  const { golds = ['Melka River'], recorded = {} } = wish;
  const made = rolloutOf([], { golds, question: 'Which river crosses Zorvia?' });
  const rollout = { ...made, recorded, dialect: id, text, parts, ...dialect.parse(text, parts) };
  return findingsOf(rollout, dialect)
    .filter((finding) => finding.rule === rule)
    .map(({ message, start, end }) => ({ message, at: text.slice(start, end) }));
}

function named(id: string): Dialect {
  const dialect = dialectOf(id);
  if (!dialect) throw new Error(`there is no dialect ${id}`);
  return dialect;
}
