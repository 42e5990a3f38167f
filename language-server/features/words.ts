/** A text on one line, cut to a length. */
export function shortened(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  // Not between the halves of a surrogate pair.
  const cut = /[\ud800-\udbff]$/.test(line.slice(0, length - 1)) ? length - 2 : length - 1;
  return `${line.slice(0, cut).trimEnd()}…`;
}
