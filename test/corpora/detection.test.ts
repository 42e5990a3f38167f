import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { containerOf } from '../../core/containers';
import { openRolloutFile } from '../../core/rollouts/open';
import { dialectOf } from '../../core/trace/dialects';
import { corpora, corpus } from './corpora';
import { confusions, showTable, type Detected } from '../support/confusion';
import { TRUE_KINDS } from './true-kinds';

/** Every file of the corpora, as paths with `/` from their folder. */
function filesBelow(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(folder, path) : path === 'INDEX.md' ? [] : [path];
  });
}

/** The container, and the dialect where the true kind has one. */
async function detectedKind(path: string, withDialect: boolean): Promise<string> {
  const file = await openRolloutFile(corpus(path), { findings: false });
  try {
    const { chosen } = file.container;
    return withDialect ? `${chosen.id} / ${file.dialect.chosen.id}` : chosen.id;
  } finally {
    await file.close();
  }
}

describe.runIf(corpora !== null)('detection on every real file', () => {
  const files = corpora === null ? [] : filesBelow(corpora).sort();

  it('has a true kind for each file, and no file too many', () => {
    expect(Object.keys(TRUE_KINDS).sort()).toEqual(files);
  });

  it('confuses none with another', { timeout: 120_000 }, async () => {
    const rows: Detected[] = [];
    const waiting: string[] = [];
    for (const path of files) {
      const [container, dialect] = TRUE_KINDS[path] ?? ['(none given)', null];
      const known = containerOf(container) !== null && (dialect === null || dialectOf(dialect) !== null);
      if (!known) {
        waiting.push(`${path}: ${container}${dialect === null ? '' : ` / ${dialect}`}`);
        continue;
      }
      const wanted = dialect === null ? container : `${container} / ${dialect}`;
      rows.push({ path, wanted, found: await detectedKind(path, dialect !== null) });
    }
    const words = [
      showTable(rows),
      `${rows.length} of ${files.length} files; ${waiting.length} wait for a container or dialect that is not there yet:`,
      ...waiting.map((line) => `  ${line}`),
    ];
    process.stdout.write(`${words.join('\n')}\n`);
    expect(rows.length + waiting.length).toBe(files.length);
    expect(confusions(rows)).toEqual([]);
  });
});
