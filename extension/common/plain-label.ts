import { oneLine } from '../../core/visible';

/**
 * Text of a trace, for a place that shows one line and reads `$(name)` as an icon (lenses, quick picks, status
 * items): one line, no icons, no more than `limit` characters.
 */
export function plainLabel(text: string, limit = 80): string {
  const line = oneLine(text.slice(0, limit * 8));
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
