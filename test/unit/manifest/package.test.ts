import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('packs every bundle that is built, and nothing that is not', () => {
  const built = Array.from(
    readFileSync('scripts/build.mjs', 'utf8').matchAll(/\{ out: '([\w-]+)'|\n {4}out: '([\w-]+)'/g),
    ([, inline, own]) => `${inline ?? own}.js`,
  );
  const packed = Array.from(
    readFileSync('.vscodeignore', 'utf8').matchAll(/^!dist\/(.+\.js)$/gm),
    ([, name]) => name,
  );
  expect(packed.sort()).toEqual([...built, 'pages/*.js'].sort());
});
