import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { LabelFile } from './labels';

/** The command that writes every generated file. */
export const generatedBy = 'node test/make/run.mjs';

/** Writes generated files below a folder that stands for the repository's root. */
export class Outputs {
  readonly written: string[] = [];

  constructor(readonly root: string) {}

  bytes(path: string, content: Uint8Array): void {
    const target = join(this.root, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
    this.written.push(path);
  }

  text(path: string, content: string): void {
    this.bytes(path, Buffer.from(content, 'utf8'));
  }

  /** The labels of a file, one rollout a line. */
  labels(labels: Omit<LabelFile, 'generatedBy'>): void {
    const { rollouts, ...rest } = labels;
    const head = { generatedBy, ...rest };
    const folder = basename(dirname(labels.file));
    const lines = rollouts.map((rollout) => `    ${JSON.stringify(rollout)}`).join(',\n');
    const start = JSON.stringify(head, null, 2).replace(/\n\}$/, '');
    const name = folder === 'examples' ? basename(labels.file) : `${folder}-${basename(labels.file)}`;
    this.text(`test/fixtures/labels/${name}.json`, `${start},\n  "rollouts": [\n${lines}\n  ]\n}\n`);
  }
}
