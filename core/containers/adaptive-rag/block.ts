import { endOfJsonString, jsonOrUndefined } from '../../json';

/** A line of a block, without its label: its text and where that begins in the record. */
export interface BlockLine {
  readonly label: 'A' | 'Q' | 'S' | null;
  readonly text: string;
  readonly at: number;
}

/** Cuts a block into lines; blank ones are left out. */
export function linesOfBlock(block: string): BlockLine[] {
  const lines: BlockLine[] = [];
  for (let start = 0; start <= block.length;) {
    const lf = block.indexOf('\n', start);
    const end = lf < 0 ? block.length : lf;
    const line = block.slice(start, block.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end);
    if (line.trim() !== '') {
      const label = /^([AQS]): ?/.exec(line);
      const skip = label?.[0].length ?? 0;
      lines.push({
        label: (label?.[1] ?? null) as BlockLine['label'],
        text: line.slice(skip),
        at: start + skip,
      });
    }
    start = end + 1;
  }
  return lines;
}

/** A string of a JSON list: its value, and its place where the file writes it without escapes. */
export interface ListItem {
  readonly text: string;
  readonly at: number;
  readonly plain: boolean;
}

/** The strings of a JSON list that stands on one line; null where the line is no list of strings. */
export function listOf({ text, at }: Pick<BlockLine, 'text' | 'at'>): ListItem[] | null {
  const value = text.startsWith('[') ? jsonOrUndefined(text.trim()) : undefined;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return null;
  const items: ListItem[] = [];
  let from = 0;
  for (const item of value as readonly string[]) {
    const open = text.indexOf('"', from);
    const close = endOfJsonString(text, open + 1);
    items.push({ text: item, at: at + open + 1, plain: text.slice(open + 1, close) === item });
    from = close + 1;
  }
  return items;
}
