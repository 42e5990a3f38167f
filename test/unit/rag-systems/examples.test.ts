import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAs, shortly } from './read';

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, 'test/fixtures/rag-systems');

/** What the executor says it did: `test/make/rag-systems/truth.ts`. */
interface Fixture {
  readonly file: string;
  readonly container: string;
  readonly rollouts: readonly {
    readonly question: string | null;
    readonly golds: readonly string[];
    readonly answer: string | null;
    readonly searches: readonly (readonly (string | null)[])[];
    readonly recorded: Readonly<Record<string, unknown>>;
  }[];
}

const fixtures = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Fixture,
);

describe('generated files of other systems', () => {
  it.each(fixtures.map((fixture) => [fixture.file, fixture] as const))('%s', async (path, fixture) => {
    const content = readFileSync(join(root, path), 'utf8');
    const read = await readAs(basename(path), content);
    expect([read.container, read.dialect, read.faults, read.empty]).toEqual([
      fixture.container,
      'fields',
      [],
      [],
    ]);
    expect(read.rollouts).toHaveLength(fixture.rollouts.length);
    for (const [at, truth] of fixture.rollouts.entries()) {
      const rollout = read.rollouts[at];
      if (!rollout) throw new Error(`${path} has no rollout ${at}`);
      const { searches, ...rest } = shortly(rollout);
      expect(rest).toEqual({ question: truth.question, golds: truth.golds, answer: truth.answer });
      expect(searches.map(({ titles }) => titles)).toEqual(truth.searches);
      expect(rollout.recorded).toMatchObject(truth.recorded);
    }
  });

  it('cover every container that has one', () => {
    expect([...new Set(fixtures.map(({ container }) => container))].sort()).toEqual([
      'adaptive-rag-chains',
      'adaptive-rag-classifier',
      'adaptive-rag-predictions',
      'adaptive-rag-routed',
      'crag',
      'hipporag-results',
      'q-rag',
      'r3ag-routing',
    ]);
  });
});
