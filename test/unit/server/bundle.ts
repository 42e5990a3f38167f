import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import esbuild from 'esbuild';

/** The server and its worker as they ship, bundled from the sources as they are now. */
export interface Bundle {
  readonly server: string;
  remove(): void;
}

export async function bundleServer(): Promise<Bundle> {
  const root = resolve(import.meta.dirname, '../../..');
  const outdir = mkdtempSync(join(tmpdir(), 'tracehop-server-'));
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: {
      server: 'language-server/server.ts',
      worker: 'language-server/worker/worker.ts',
    },
    outdir,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
  return { server: join(outdir, 'server.js'), remove: () => rmSync(outdir, { recursive: true }) };
}
