// Writes the generated examples: `node test/make/run.mjs [folder]` (default: this checkout).
// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import esbuild from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = resolve(process.argv[2] ?? join(here, '../..'));
const folder = mkdtempSync(join(tmpdir(), 'tracehop-make-'));
try {
  const outfile = join(folder, 'make.mjs');
  await esbuild.build({
    entryPoints: [join(here, 'make.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // jsonc-parser's main file finds its parts while running; its module does not.
    mainFields: ['module', 'main'],
  });
  const { make } = await import(pathToFileURL(outfile).href);
  for (const path of make(root)) console.log(path);
} finally {
  rmSync(folder, { recursive: true });
}
