/** A block of an answer, with its text as the model wrote it. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly Item[];
    };

export interface Item {
  /** How deep it stands, from 0 to 3. */
  readonly depth: number;
  readonly text: string;
}

const FENCE = /^ {0,3}(```+|~~~+)/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
const ITEM = /^([ \t]{0,12})(?:[-*+•]|(\d{1,9})[.)])[ \t]+(\S.*)$/;
const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})[ \t]*$/;

/**
 * Cuts an answer into the blocks of Markdown that answers are made of: headings, paragraphs, lists and fenced code. It
 * knows no links, no images and no HTML: what looks like one is text. Looks at each character a fixed number of times,
 * and ends in the middle of anything, since an answer is shown while it comes.
 */
export function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let items: { depth: number; lines: string[] }[] = [];
  let list: { ordered: boolean; start: number } | null = null;
  let code: { fence: string; lines: string[] } | null = null;
  const end = (): void => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', text: paragraph.join('\n') });
    if (list) {
      const texts = items.map(({ depth, lines }) => ({ depth, text: lines.join('\n') }));
      blocks.push({ kind: 'list', ...list, items: texts });
    }
    paragraph = [];
    items = [];
    list = null;
  };
  let blank = false;
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    const fence = FENCE.exec(line)?.[1];
    if (code) {
      if (fence?.startsWith(code.fence) && line.trim() === fence) {
        blocks.push({ kind: 'code', text: code.lines.join('\n') });
        code = null;
      } else code.lines.push(line);
      continue;
    }
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    const last = items.at(-1);
    if (fence !== undefined) {
      end();
      code = { fence, lines: [] };
    } else if (heading || RULE.test(line)) {
      end();
      if (heading) blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' });
    } else if (item) {
      const [, indent = '', number, text = ''] = item;
      const depth = Math.min(3, Math.floor(indent.replaceAll('\t', '    ').length / 2));
      const ordered = number !== undefined;
      if (!list || (depth === 0 && list.ordered !== ordered)) {
        end();
        list = { ordered, start: Number(number ?? 1) };
      }
      // Another kind of list inside one keeps its own sign.
      const sign = ordered !== list.ordered && number !== undefined ? `${number}. ` : '';
      items.push({ depth, lines: [sign + text] });
    } else if (line.trim() === '') {
      if (!list) end();
    } else if (last && (!blank || /^[ \t]/.test(line))) last.lines.push(line.trim());
    else {
      if (list) end();
      paragraph.push(line.trimEnd());
    }
    blank = line.trim() === '';
  }
  if (code) blocks.push({ kind: 'code', text: code.lines.join('\n') });
  end();
  return blocks;
}
