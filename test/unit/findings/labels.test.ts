/** Findings that a reader of the generated rollouts would expect, against those that the rules report. */
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labelFiles, rolloutsOf } from '../support/labelled';

const root = resolve(import.meta.dirname, '../../..');

describe.each(labelFiles().map((file) => ({ name: file.file, file })))('$name', ({ file }) => {
  it('has the findings it was made to have, and no others', async () => {
    const rollouts = await rolloutsOf(resolve(root, file.file));
    const wrong = file.rollouts.flatMap(({ index, behaviour, findings, optional }, at) => {
      const found = new Set(rollouts[at]?.findings.map(({ rule }) => rule));
      // Rules about golds have nothing to say where the file keeps none.
      const due = findings.filter((id) => rollouts[at]?.golds.length !== 0 || !NEEDS_GOLDS.has(id));
      const missing = due.filter((id) => !found.has(id)).map((id) => `${id} is missing`);
      const allowed = new Set<string>([...findings, ...optional]);
      const extra = [...found].filter((id) => !allowed.has(id)).map((id) => `${id} is a false alarm`);
      return [...missing, ...extra].map((what) => `#${index} ${behaviour}: ${what}`);
    });
    expect(wrong).toEqual([]);
  });
});

const NEEDS_GOLDS: ReadonlySet<string> = new Set(['gold-never-retrieved', 'gold-retrieved-answer-wrong']);
