import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import esbuild from 'esbuild';

/** A host script bundled from the sources as they are now. */
export interface HostBundle {
  readonly script: string;
  remove(): void;
}

const root = resolve(import.meta.dirname, '../../..');

/** Bundles an entry, by its path from the checkout's root, inside the checkout: DuckDB is found from there. */
export async function bundleHost(entry = 'core/host/main.ts'): Promise<HostBundle> {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const outdir = mkdtempSync(join(root, 'dist', 'test-host-'));
  // Tests of permissions run it as another user.
  chmodSync(outdir, 0o755);
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: { host: entry },
    outdir,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    external: ['@duckdb/node-api'],
    supported: { 'dynamic-import': false },
    logLevel: 'warning',
  });
  return { script: join(outdir, 'host.js'), remove: () => rmSync(outdir, { recursive: true }) };
}
