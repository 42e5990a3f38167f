import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const views = resolve(import.meta.dirname, '../../../webview/views');
const sheets = readdirSync(views, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) =>
    readdirSync(join(views, name))
      .filter((file) => file.endsWith('.css'))
      .map((file) => ({ view: name, file })),
  );

it('there are style sheets', () => {
  expect(sheets.length).toBeGreaterThan(2);
});

// One sheet is made of all: a rule without the name of its view would reach into the others.
it.each(sheets)('every rule of $view/$file is for that view alone', ({ view, file }) => {
  const text = readFileSync(join(views, view, file), 'utf8').replace(/\/\*[^]*?\*\//g, '');
  const selectors = topLevel(text)
    .flatMap((list) => list.split(','))
    .map((selector) => selector.trim());
  expect(selectors.length).toBeGreaterThan(0);
  const strays = selectors.filter(
    (selector) => !new RegExp(`^(?:body\\[data-view='${view}'\\]|\\.${view}(?![\\w-]))`).test(selector),
  );
  expect(strays).toEqual([]);
});

/** The selectors of the rules that stand in no other rule; those in a `@media` count as if they stood outside it. */
function topLevel(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let media = 0;
  for (const [, prelude = '', brace] of text.matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '}') {
      depth--;
      media = Math.min(media, depth);
    } else if (brace === '{') {
      if (prelude.trim().startsWith('@') && depth === media) media++;
      else if (depth === media) found.push(prelude);
      depth++;
    }
  }
  return found;
}
