/** What the generator of the trees in `examples/` knows of each path, from executing it, against what is read. */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRolloutFile } from '../../../core/rollouts/open';
import { textLabel, type TreeLabelFile } from '../../make/tree-labels';
import { rolloutsOf } from '../support/labelled';
import { expectCovered } from './support';

const root = resolve(import.meta.dirname, '../../..');
const folder = resolve(root, 'test/fixtures/trees');
const files = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(resolve(folder, name), 'utf8')) as TreeLabelFile,
);

describe.each(files.map((labels) => ({ name: labels.file, labels })))('$name', ({ labels }) => {
  const path = resolve(root, labels.file);

  it('is what it was made as', async () => {
    const file = await openRolloutFile(path);
    expect([file.container.chosen.id, file.dialect.chosen.id]).toEqual([labels.container, labels.dialect]);
    await file.close();
  });

  it('reads every path as it was executed', async () => {
    const rollouts = await rolloutsOf(path);
    expect(rollouts).toHaveLength(labels.paths.length);
    for (const [at, label] of labels.paths.entries()) {
      const rollout = rollouts[at];
      if (!rollout) throw new Error(`path ${at} is missing`);
      expectCovered(rollout, rollout.text);
      const searched = rollout.turns.filter(({ searches }) => searches.length > 0);
      expect({
        sample: rollout.sample,
        group: rollout.recorded['group'],
        question: rollout.question,
        golds: rollout.golds,
        ...textLabel(rollout.text),
        prompt: rollout.segments.findLast(({ kind }) => kind === 'prompt')?.end,
        searches: searched.map(({ queries, documents }) => ({
          operator: queries[0]?.operator ?? null,
          query: queries[0]?.text ?? null,
          titles: documents.map(({ title }) => title),
        })),
        answer: rollout.answer?.text ?? null,
        marks: (rollout.marks ?? []).map(({ text }) => text),
        open: rollout.anomalies.map(({ tag }) => tag),
      }).toEqual({ ...label, recorded: undefined });
      expect(rollout.recorded).toMatchObject(label.recorded);
    }
  });

  it('gives a metric to the chosen paths alone', async () => {
    const rollouts = await rolloutsOf(path);
    const scored = rollouts.filter(({ recorded }) => 'score' in recorded);
    expect(scored.length).toBe(labels.paths.filter(({ recorded }) => 'score' in recorded).length);
  });
});
