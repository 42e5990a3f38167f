import { describe, expect, it, vi } from 'vitest';
import type { StoreState, StoreSummary } from '../../../core/protocol/store';
import { requests } from '../../../core/protocol/server';
import { columns } from '../../../core/store/columns';
import { parseFilter } from '../../../core/store/filter/parse';
import { childrenOf, idOf, runNode, targetOf, type RunNode } from '../../../extension/runs/nodes';

vi.mock('vscode', () => ({ CancellationError: class extends Error {}, l10n: { t: (text: string) => text } }));

const { Run } = await import('../../../extension/runs/run');

const source = { paths: ['file:///runs'], name: 'runs' };

function runWith(summary: StoreSummary | null): InstanceType<typeof Run> {
  const run = new Run({} as never, source, () => undefined);
  run.summary = summary;
  return run;
}

function summaryOf(steps: readonly (number | null)[], findings: StoreSummary['findings'] = []): StoreSummary {
  return { generation: 1, steps: steps.map((step) => ({ step, rollouts: 8, score: 0.5 })), findings };
}

const numbered = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
const told = (node: RunNode): string =>
  node.kind === 'steps'
    ? `${node.steps[0]?.step}-${node.steps.at(-1)?.step}`
    : node.kind === 'step'
      ? String(node.step.step)
      : node.kind;

function below(node: RunNode): readonly RunNode[] {
  return [node, ...childrenOf(node).flatMap(below)];
}

describe('the tree of a run', () => {
  it('says that it is being read until something is known', () => {
    expect(childrenOf(runNode(runWith(null))).map(told)).toEqual(['reading']);
  });

  it('holds findings, steps in order, and last what has no step', () => {
    const node = runNode(runWith(summaryOf([20, null, 3], [{ rule: 'repeated-query', rollouts: 4 }])));
    expect(childrenOf(node).map(told)).toEqual(['findings', '3', '20', 'null']);
    const [findings] = childrenOf(node);
    expect(findings && childrenOf(findings)).toMatchObject([
      { kind: 'rule', rule: 'repeated-query', rollouts: 4 },
    ]);
  });

  it.each([
    [100, ['1', '2', '3']],
    [101, ['1-100', '101']],
    [5000, ['1-100', '101-200', '201-300']],
    [10_001, ['1-10000', '10001']],
  ])('groups %i steps, so that no level is longer than a hundred', (count, first) => {
    const node = runNode(runWith(summaryOf(numbered(count))));
    const [, ...steps] = childrenOf(node);
    expect(steps.slice(0, 3).map(told)).toEqual(first);
    const all = below(node);
    // A hundred, the findings, and what has no step.
    expect(Math.max(...all.map((each) => childrenOf(each).length))).toBeLessThanOrEqual(102);
    const leaves = all.flatMap((each) => (each.kind === 'step' ? [each.step.step] : []));
    expect(leaves.join()).toBe(numbered(count).join());
    expect(new Set(all.map(idOf)).size).toBe(all.length);
  });

  it('keeps the names of what is there when steps are added', () => {
    const ids = (count: number) => childrenOf(runNode(runWith(summaryOf(numbered(count))))).map(idOf);
    expect(ids(251)).toEqual(expect.arrayContaining(ids(250).slice(0, 3)));
  });

  it('filters by what was chosen, in the words of the filter line', () => {
    const node = runNode(runWith(summaryOf([3, null, -1.5], [{ rule: 'repeated-query', rollouts: 4 }])));
    const lines = below(node).flatMap((each) => targetOf(each)?.filter ?? []);
    expect(lines).toEqual(['finding:repeated-query', 'step = -1.5', 'step = 3', 'not known(step)']);
    const stretch = childrenOf(runNode(runWith(summaryOf(numbered(250)))))[1];
    const all = [...lines, stretch?.kind === 'steps' ? (stretch.filter ?? '') : ''];
    expect(all.at(-1)).toBe('step >= 1 and step <= 100');
    for (const line of all) expect(parseFilter(line, columns)).toMatchObject({ fault: null });
  });
});

function state(part: Partial<StoreState>): StoreState {
  return { ...({ generation: 1, phase: 'following', problems: [] } as unknown as StoreState), ...part };
}

/** A server with one set of files, and what it was asked. */
function served() {
  const asked: string[] = [];
  let tell: (state: StoreState) => void = () => undefined;
  let generation = 1;
  const server = {
    health: 'running',
    onDidStart: () => ({ dispose: () => undefined }),
    request: (
      { method }: { method: string },
      _params: unknown,
      signal: AbortSignal | undefined,
      options: { onProgress?: (state: StoreState) => void } = {},
    ): Promise<unknown> => {
      asked.push(method);
      if (method === requests.storeSummary.method) return Promise.resolve({ ...summaryOf([1]), generation });
      tell = options.onProgress ?? tell;
      return new Promise((_, reject) =>
        signal?.addEventListener('abort', () => {
          asked.push('let go');
          reject(new Error('cancelled'));
        }),
      );
    },
  };
  const run = new Run({ server, log: { debug: () => undefined } } as never, source, () => undefined);
  return {
    run,
    asked,
    tell: (next: StoreState) => {
      generation = next.generation;
      tell(next);
    },
  };
}

const { storeOpen, storeSummary } = requests;

describe('a run that somebody looks at', () => {
  it('is opened where no editor has it, and let go once it is read', async () => {
    const { run, asked, tell } = served();
    expect(asked).toEqual([]);
    run.watch(true);
    expect(asked).toEqual([storeOpen.method]);
    expect(run.isHeld).toBe(true);
    tell(state({ generation: 4 }));
    await vi.waitFor(() => expect(run.isHeld).toBe(false));
    expect(asked).toEqual([storeOpen.method, storeSummary.method, 'let go']);
    expect(run.summary?.generation).toBe(4);
    expect(run.problem).toBeNull();
    run.dispose();
  });

  it('is not opened a second time where an editor has it', async () => {
    const { run, asked } = served();
    run.told(true, state({ generation: 1 }));
    expect(asked).toEqual([]);
    run.watch(true);
    await vi.waitFor(() => expect(run.summary).not.toBeNull());
    expect(asked).toEqual([storeSummary.method]);
    run.told(true, state({ generation: 1 }));
    expect(asked).toHaveLength(1);
    run.dispose();
  });

  it('is let go when nobody looks any more', () => {
    const { run, asked, tell } = served();
    run.watch(true);
    tell(state({ phase: 'listing', generation: 0 }));
    run.watch(false);
    expect(asked.at(-1)).toBe('let go');
    expect(run.isHeld).toBe(false);
    run.dispose();
  });
});
