// Bundles every part of the product into dist/. `--watch` rebuilds on change, `--production` minifies.
// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import esbuild from 'esbuild';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** Parts of the extension that are large and not needed at once: bundles of their own, which `import('./name')` loads. */
const lazy = [
  // The client library is most of the extension, and needed only once a server is.
  { out: 'client', entry: 'extension/server/client.ts' },
  { out: 'training', entry: 'extension/training/training.ts' },
  { out: 'model', entry: 'extension/explain/model.ts' },
  { out: 'config-edit', entry: 'extension/mapping/config-edit.ts' },
].map((bundle) => ({ ...bundle, external: ['vscode'] }));

/** One line a bundle: output name, entry, and what the host provides. */
const node = [
  {
    out: 'extension',
    entry: 'extension/extension.ts',
    external: ['vscode', ...lazy.map(({ out }) => `./${out}`)],
  },
  ...lazy,
  { out: 'server', entry: 'language-server/server.ts', external: [] },
  { out: 'worker', entry: 'language-server/worker/worker.ts', external: [] },
  { out: 'store', entry: 'core/store/process/main.ts', external: ['@duckdb/node-api'] },
  // Threads of the rollout store that read and parse files.
  { out: 'store-worker', entry: 'core/store/ingest/worker.ts', external: [] },
  // The process that holds DuckDB, which has a native part for each platform.
  { out: 'host', entry: 'core/host/main.ts', external: ['@duckdb/node-api'] },
  { out: 'bridge', entry: 'bridge/main.ts', external: [] },
  { out: 'runner', entry: 'bridge/runner/main.ts', external: [] },
  { out: 'cli', entry: 'cli/cli.ts', external: [], banner: '#!/usr/bin/env node' },
];

/** What every bundle has in common. */
/** @type {import('esbuild').BuildOptions} */
const common = {
  outdir: 'dist',
  bundle: true,
  // The ESM build of jsonc-parser and the language client resolve better than their UMD ones.
  mainFields: ['module', 'main'],
  minify: production,
  sourcemap: !production,
  sourcesContent: false,
  logLevel: 'warning',
};

/** @type {(bundle: { out: string, entry: string, external: string[], banner?: string }) => import('esbuild').BuildOptions} */
const forNode = ({ out, entry, external, banner }) => ({
  ...common,
  entryPoints: { [out]: entry },
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external,
  // `import('./client')` becomes a `require`, which finds dist/client.js.
  supported: { 'dynamic-import': false },
  ...(banner ? { banner: { js: banner } } : {}),
});

/** Views of panels: each is a page with a script of its own, since what a page does not need would delay its first frame. */
const views = readdirSync('webview/views', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The oldest Chromium is that of VS Code 1.100. */
/** @type {import('esbuild').BuildOptions} */
const forPages = {
  ...common,
  entryPoints: Object.fromEntries(views.map((view) => [`pages/${view}`, `webview/views/${view}/page.ts`])),
  platform: 'browser',
  format: 'iife',
  target: 'chrome132',
  jsx: 'automatic',
  jsxImportSource: 'preact',
};

const builds = [...node.filter(({ entry }) => existsSync(entry)).map(forNode), forPages];

if (watch) {
  const contexts = await Promise.all(builds.map((build) => esbuild.context(build)));
  await Promise.all(contexts.map((context) => context.watch()));
  console.error('watching');
} else {
  await Promise.all(builds.map((build) => esbuild.build(build)));
}
