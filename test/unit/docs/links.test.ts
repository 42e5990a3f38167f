import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages, read, root } from './pages';

/** Links and images of a page, its code left aside. */
function targets(page: string): string[] {
  const text = page.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target);
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchors(page: string): string[] {
  return Array.from(page.matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe.each(pages())('%s', (page) => {
  it('links to files and headings that exist', () => {
    const broken = targets(read(page)).filter((target) => {
      if (/^[a-z]+:/.test(target)) return false;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(root, file))) return true;
      return anchor !== undefined && !anchors(read(file)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

it('the index of docs leads to every page beside it and below it', () => {
  const linked = targets(read('docs/README.md')).map((target) => join('docs', target));
  const own = pages('docs').filter((page) => page !== 'docs/README.md' && !/^docs\/findings\/(?!README)/.test(page));
  expect(linked.filter((target) => target.endsWith('.md')).sort()).toEqual(own.sort());
});
