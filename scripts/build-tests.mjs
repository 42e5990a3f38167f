// Bundles the suite that runs inside the extension host: dist/test/host.js, and dist/test/host/ with a file a test.
// @ts-check
import { readdirSync, rmSync } from 'node:fs';
import esbuild from 'esbuild';

const folder = 'test/e2e/host';
const tests = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));

rmSync('dist/test', { recursive: true, force: true });
await esbuild.build({
  entryPoints: [
    { in: `${folder}/index.ts`, out: 'host' },
    ...tests.map((name) => ({ in: `${folder}/${name}`, out: `host/${name.replace(/\.ts$/, '')}` })),
  ],
  outdir: 'dist/test',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode', 'mocha'],
  mainFields: ['module', 'main'],
  sourcemap: 'inline',
  logLevel: 'warning',
});
