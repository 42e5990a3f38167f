/** What the generator of `examples/` knows of each rollout, from executing it, against what the parser reads. */
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRolloutFile } from '../../../core/rollouts/open';
import type { Author, Range, Rollout } from '../../../core/trace/model';
import type { RolloutLabel } from '../../make/labels';
import { labelFiles, rolloutsOf } from '../support/labelled';
import { expectCovered } from './support';

const root = resolve(import.meta.dirname, '../../..');

describe.each(labelFiles().map((file) => ({ name: file.file, file })))('$name', ({ file }) => {
  it('is what it was made as', async () => {
    const opened = await openRolloutFile(resolve(root, file.file));
    expect(opened.container.chosen.id).toBe(file.container);
    expect(opened.dialect.chosen.id).toBe(file.dialect);
    await opened.close();
  });

  it('has golds where its format keeps them', async () => {
    const rollouts = await rolloutsOf(resolve(root, file.file));
    const kept = /(?:step_\d+|eval)\.jsonl$/.test(file.file);
    expect(rollouts.filter(({ golds }) => golds.length > 0)).toHaveLength(kept ? rollouts.length : 0);
  });

  it('reads every rollout as it was executed', async () => {
    const rollouts = await rolloutsOf(resolve(root, file.file));
    expect(rollouts).toHaveLength(file.rollouts.length);
    const wrong = file.rollouts.flatMap((label, at) => {
      const rollout = rollouts[at];
      if (!rollout) return [`#${label.index} is missing`];
      expectCovered(rollout, rollout.text);
      return differences(label, rollout).map((what) => `#${label.index} ${label.behaviour}: ${what}`);
    });
    expect(wrong).toEqual([]);
  });
});

function differences(label: RolloutLabel, rollout: Rollout): string[] {
  const found: string[] = [];
  const compare = (what: string, expected: unknown, actual: unknown): void => {
    const [want, got] = [JSON.stringify(expected), JSON.stringify(actual)];
    if (want !== got) found.push(`${what}: ${want} was made, ${got} was read`);
  };
  const { text } = rollout;
  const searched = rollout.turns.filter(({ observation }) => observation !== null);
  // Labels know tags the policy wrote; a thought that starts in the prompt has none of its own.
  const unbalanced = rollout.anomalies
    .filter(({ kind, tag, start }) => kind !== 'truncated' && tag !== null && text.startsWith(tag, start))
    .map(({ kind, tag, start }) => ({ kind, tag, start }))
    .sort((a, b) => a.start - b.start);
  compare('length', label.length, text.length);
  if (!bordersAreLost(label, text)) {
    compare('authors', label.runs, authors(rollout.segments));
    compare('unbalanced', label.unbalanced, unbalanced);
  }
  compare('answer', label.answer, rollout.answer?.text ?? null);
  compare(
    'queries',
    label.searches.map(({ query }) => query),
    searched.flatMap(({ queries }) => queries.map((query) => query.text)),
  );
  compare(
    'titles',
    label.searches.map(({ titles, shown }) => titles.slice(0, shown)),
    searched.map(({ documents }) => documents.flatMap(({ title }) => title ?? [])),
  );
  compare('notices', label.notices, rollout.turns.filter(({ error }) => error !== null).length);
  compare(
    'truncated',
    label.documentsTruncated,
    rollout.anomalies.some(({ kind }) => kind === 'truncated'),
  );
  if (rollout.golds.length > 0) compare('golds', label.golds, rollout.golds);
  return found;
}

/** A document cut off in mid-sentence and prose without a tag after it: no reader can tell where one ends. */
function bordersAreLost({ runs, searches }: RolloutLabel, text: string): boolean {
  if (!searches.some(({ truncated }) => truncated)) return false;
  return runs.some(({ by, start }, at) => {
    const before = text.slice(runs[at - 1]?.start, start);
    const cut = by === 'policy' && runs[at - 1]?.by === 'environment' && !before.trimEnd().endsWith('>');
    return cut && !text.startsWith('<', start);
  });
}

/** Segments joined where the author stays the same. */
function authors(
  segments: readonly (Range & { readonly by: Author })[],
): { by: Author; start: number; end: number }[] {
  const runs: { by: Author; start: number; end: number }[] = [];
  for (const { by, start, end } of segments) {
    const last = runs.at(-1);
    if (last?.by === by) last.end = end;
    else runs.push({ by, start, end });
  }
  return runs;
}
