import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostClient } from '../../../core/host/client';
import { RetrievalClient } from '../../../core/retrieval/client';
import type { Built } from '../../../core/retrieval/protocol';
import { bundleHost } from '../host/bundle';

/** A real host process and a folder of its own. */
export interface Bench {
  readonly folder: string;
  readonly script: string;
  readonly host: HostClient;
  readonly retrieval: RetrievalClient;
  /** Writes a file of the folder and returns its path. */
  write(name: string, content: string): string;
  /** Builds an index over passages of `[title, text]` in the folder. */
  indexed(name: string, passages: readonly (readonly [string, string])[]): Promise<string>;
  build(corpora: readonly string[], out: string, segmentBytes?: number): Promise<Built>;
  remove(): Promise<void>;
}

export async function bench(): Promise<Bench> {
  const bundle = await bundleHost();
  const folder = mkdtempSync(join(tmpdir(), "tracehop-retrieval-o'k-"));
  const host = new HostClient({ script: bundle.script });
  const retrieval = new RetrievalClient(host);
  const write = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const build: Bench['build'] = (corpora, out, segmentBytes) =>
    retrieval.build(
      { corpora, out, engines: ['bm25'], ...(segmentBytes === undefined ? {} : { segmentBytes }) },
      () => undefined,
    );
  return {
    folder,
    script: bundle.script,
    host,
    retrieval,
    write,
    build,
    indexed: async (name, passages) => {
      const corpus = write(
        `${name}.json`,
        JSON.stringify(passages.map(([title, text]) => ({ title, text }))),
      );
      const out = join(folder, `${name}.index`);
      await build([corpus], out);
      return out;
    },
    remove: async () => {
      await host.dispose();
      bundle.remove();
      rmSync(folder, { recursive: true });
    },
  };
}
