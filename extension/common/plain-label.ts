/** Control characters, line and paragraph separators, and marks that change the direction of what follows. */
// eslint-disable-next-line no-control-regex -- these are the characters to take out
const UNSHOWABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/g;

/**
 * Text of a trace, for a place that shows one line and reads `$(name)` as an icon (lenses, quick picks, status
 * items): one line, no icons, no more than `limit` characters.
 */
export function plainLabel(text: string, limit = 80): string {
  const line = text
    .slice(0, limit * 8)
    .replace(UNSHOWABLE, ' ')
    .trim();
  const characters = [...line];
  const cut =
    characters.length > limit
      ? `${characters
          .slice(0, limit - 1)
          .join('')
          .trimEnd()}…`
      : line;
  return cut.replace(/\$\(/g, '\\$(');
}
