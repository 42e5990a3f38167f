/** How rules speak: values in typographic quotes, short, on one line. */

const LONGEST_QUOTE = 80;

/** A value in quotes, blanks collapsed, cut to `longest` characters. */
export function quote(value: string, longest = LONGEST_QUOTE): string {
  const line = value
    .slice(0, longest * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= longest && value.length <= longest * 4) return `“${line}”`;
  const cut = line.slice(0, longest - 1);
  return `“${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…”`;
}

/** The first values in quotes and how many more there are. */
export function quoteSome(values: readonly string[], most = 3): string {
  const shown = values.slice(0, most).map((value) => quote(value, 40));
  const more = values.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

/** `1 document`, `2 documents`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** `the one retrieved document`, `any of the 3 retrieved documents`: for sentences that begin with a no. */
export function anyOf(documents: number): string {
  return documents === 1 ? 'the one retrieved document' : `any of the ${documents} retrieved documents`;
}

/** A turn as people count them, from 1. */
export function turnName(index: number): string {
  return `turn ${index + 1}`;
}
