import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import esbuild from 'esbuild';

/** The server with its worker, the host of native modules and the store, as they ship, bundled from the sources as they are now. */
export interface Bundle {
  readonly server: string;
  remove(): void;
}

export async function bundleServer(): Promise<Bundle> {
  const root = resolve(import.meta.dirname, '../../..');
  // Inside the checkout: native modules are found from there.
  mkdirSync(join(root, 'dist'), { recursive: true });
  const outdir = mkdtempSync(join(root, 'dist', 'test-server-'));
  // Tests of permissions run it as another user.
  chmodSync(outdir, 0o755);
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: {
      server: 'language-server/server.ts',
      worker: 'language-server/worker/worker.ts',
      host: 'core/host/main.ts',
      store: 'core/store/process/main.ts',
      'store-worker': 'core/store/ingest/worker.ts',
    },
    outdir,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['@duckdb/node-api'],
    supported: { 'dynamic-import': false },
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
  return { server: join(outdir, 'server.js'), remove: () => rmSync(outdir, { recursive: true }) };
}
