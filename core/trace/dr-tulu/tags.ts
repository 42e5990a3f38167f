/** Names of the tags that the grammar knows; others are text. */
export const NAMES = ['think', 'call_tool', 'tool_output', 'answer', 'snippet', 'webpage', 'cite'] as const;

export type Name = (typeof NAMES)[number];

/** A tag in a text, its attributes as written. */
export interface FoundTag {
  readonly name: Name;
  readonly close: boolean;
  readonly start: number;
  readonly end: number;
  readonly attributes: string;
}

/** Longest tag that is read, in characters. */
const LONGEST = 4096;

/** Finds every tag of the grammar between two offsets, with its attributes, in order. Linear in the length. */
export function tagsIn(text: string, from: number, to: number): FoundTag[] {
  const tags: FoundTag[] = [];
  for (let at = text.indexOf('<', from); at >= 0 && at < to; at = text.indexOf('<', at + 1)) {
    const close = text.charAt(at + 1) === '/';
    const start = at + (close ? 2 : 1);
    const name = NAMES.find((each) => text.startsWith(each, start));
    if (name === undefined) continue;
    const rest = start + name.length;
    const next = text.charAt(rest);
    if (next === '>') tags.push({ name, close, start: at, end: rest + 1, attributes: '' });
    else if (!close && /\s/.test(next)) {
      const stop = endOfTag(text, rest, Math.min(to, at + LONGEST));
      if (stop !== null)
        tags.push({ name, close, start: at, end: stop + 1, attributes: text.slice(rest, stop) });
    }
  }
  return tags;
}

/** Offset of the `>` that ends a tag, one in quotes left aside; null where none does, or another tag begins. */
function endOfTag(text: string, from: number, limit: number): number | null {
  let quote = '';
  for (let at = from; at < limit; at++) {
    const character = text.charAt(at);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '>') return at;
    else if (character === '<') return null;
    else if (character === '"') quote = character;
  }
  return null;
}

/** The value of an attribute, in double quotes or bare; null where the tag has none of that name. */
export function attribute({ attributes }: FoundTag, name: string): string | null {
  const at = ` ${attributes.replace(/\s/g, ' ')}`.indexOf(` ${name}=`);
  if (at < 0) return null;
  const value = attributes.slice(at + name.length + 1);
  if (!value.startsWith('"')) return value.split(/\s/, 1)[0] ?? '';
  const end = value.indexOf('"', 1);
  return value.slice(1, end < 0 ? undefined : end);
}
