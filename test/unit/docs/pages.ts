import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The checkout. */
export const root = resolve(import.meta.dirname, '../../..');

const NOT_OURS = ['node_modules', 'dist', 'test-results', 'coverage'];

/** Reads a file of the checkout. */
export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Every Markdown page of the checkout, as paths from its root. */
export function pages(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.name.startsWith('.') || NOT_OURS.includes(entry.name)) return [];
    if (entry.isDirectory()) return pages(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** The pages of a folder by name, its index left out. */
export function pagesIn(folder: string): string[] {
  return pages(folder)
    .map((path) => path.slice(folder.length + 1).replace(/\.md$/, ''))
    .filter((name) => name !== 'README')
    .sort();
}

/** The part of a page below one of its headings, up to the next of the same level. */
export function section(page: string, heading: string): string {
  const level = '#'.repeat(heading.indexOf(' '));
  const start = page.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`no heading “${heading}”`);
  const end = page.indexOf(`\n${level} `, start + heading.length);
  return page.slice(start, end < 0 ? page.length : end);
}

/** A fenced block of a page. */
export interface Block {
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of a page, in order. */
export function blocks(page: string): Block[] {
  return Array.from(page.matchAll(/^```(\w+)\n([^]*?)^```$/gm), ([, language = '', text = '']) => ({
    language,
    text,
  }));
}

/** The first cell of every row of the tables in a text, without its backticks and link. */
export function firstCells(text: string): string[] {
  return Array.from(text.matchAll(/^\| \[?`?([^`|\]]+?)`?(?:\]\([^)]+\))? *\|/gm), ([, cell = '']) => cell)
    .filter((cell) => !/^-+$/.test(cell));
}
