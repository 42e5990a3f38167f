import { join } from 'node:path';
import esbuild from 'esbuild';
import { expect, it } from 'vitest';

it('filter lines need nothing that a page does not have', async () => {
  const folder = join(import.meta.dirname, '../../../../core/store/filter');
  const { metafile } = await esbuild.build({
    entryPoints: ['parse', 'format', 'check', 'complete'].map((name) => join(folder, `${name}.ts`)),
    bundle: true,
    platform: 'browser',
    outdir: 'none',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  expect(Object.keys(metafile.inputs).filter((path) => /duckdb|node:|store\/database/.test(path))).toEqual(
    [],
  );
});
