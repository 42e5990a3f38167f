import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { kinds } from '../../../../webview/views/rollouts/detail/words';

const view = resolve(import.meta.dirname, '../../../../webview/views/rollouts');
const sheets = readdirSync(view, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);

it('there are style sheets of the parts', () => {
  expect(sheets).toContain(join('filter', 'filter.css'));
  expect(sheets).toContain(join('detail', 'detail.css'));
});

// Bars have their kind as a class. A rule for the search field once made those of searches 2 pixels high.
it.each(Object.keys(kinds))('no rule for something else reaches the bars of the kind %s', (kind) => {
  const strays = sheets.flatMap((file) =>
    selectorsOf(readFileSync(join(view, file), 'utf8'))
      .filter((selector) => new RegExp(`(?:^|[^>\\s]\\s+)\\.${kind}(?![\\w-])`).test(selector))
      .map((selector) => `${file}: ${selector}`),
  );
  expect(strays).toEqual([]);
});

/** Every selector of a sheet, as it is written. */
function selectorsOf(sheet: string): string[] {
  const rules = sheet.replace(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]+)\{/g);
  return Array.from(rules, ([, list = '']) => list)
    .flatMap((list) => list.split(','))
    .map((selector) => selector.trim());
}
