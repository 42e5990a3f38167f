// Bundles every part of the product into dist/. `--watch` rebuilds on change, `--production` minifies.
// @ts-check
import { existsSync } from 'node:fs';
import esbuild from 'esbuild';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** One line a bundle: output name, entry, and what the host provides. */
const bundles = [
  // The client library is most of the extension, and needed only once a server is: it is a bundle of its own, which
  // `import('./client')` loads from beside.
  { out: 'extension', entry: 'extension/extension.ts', external: ['vscode', './client'] },
  { out: 'client', entry: 'extension/server/client.ts', external: ['vscode'] },
  { out: 'server', entry: 'language-server/server.ts', external: [] },
  { out: 'worker', entry: 'language-server/worker/worker.ts', external: [] },
  { out: 'cli', entry: 'cli/cli.ts', external: [], banner: '#!/usr/bin/env node' },
].filter((bundle) => existsSync(bundle.entry));

/** @type {(bundle: (typeof bundles)[number]) => import('esbuild').BuildOptions} */
const options = ({ out, entry, external, banner }) => ({
  entryPoints: { [out]: entry },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external,
  // The ESM build of jsonc-parser and the language client resolve better than their UMD ones.
  mainFields: ['module', 'main'],
  minify: production,
  sourcemap: !production,
  sourcesContent: false,
  // `import('./client')` becomes a `require`, which finds dist/client.js.
  supported: { 'dynamic-import': false },
  logLevel: 'warning',
  ...(banner ? { banner: { js: banner } } : {}),
});

if (watch) {
  const contexts = await Promise.all(bundles.map((bundle) => esbuild.context(options(bundle))));
  await Promise.all(contexts.map((context) => context.watch()));
  console.error('watching');
} else {
  await Promise.all(bundles.map((bundle) => esbuild.build(options(bundle))));
}
