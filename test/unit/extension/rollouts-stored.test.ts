import { describe, expect, it } from 'vitest';
import { asText, MOST_TEXT_BYTES, sizeText } from '../../../extension/rollouts/as-text';
import { keepColumns, keptColumns } from '../../../extension/rollouts/column-choice';
import { readSubject } from '../../../extension/rollouts/read-subject';
import { keyOf } from '../../../extension/rollouts/target';
import { MOST_RUNS, readRuns, withoutRun, withRun } from '../../../extension/runs/remembered';

const file = 'file:///runs/step_1.jsonl';

describe('a subject that an earlier window stored', () => {
  it('is read with the rollout and the filter it had', () => {
    const rollout = { file, index: 3, sample: 1 };
    const subject = { paths: [file], name: 'step_1.jsonl', rollout, filter: 'score < 1' };
    expect(readSubject({ ...subject, more: 1 })).toEqual(subject);
    expect(readSubject({ paths: [file], name: 'x' })).toEqual({
      paths: [file],
      name: 'x',
      rollout: null,
      filter: '',
    });
  });

  it.each([
    null,
    'x',
    {},
    { paths: [], name: 'x' },
    { paths: ['https://a/b'], name: 'x' },
    { paths: [file] },
  ])('is none where it makes no sense: %j', (value) => expect(readSubject(value)).toBeNull());

  it('leads to no rollout but one of a file', () => {
    const rollout = { file: 'https://example.org/a', index: 0, sample: 0 };
    expect(readSubject({ paths: [file], name: 'x', rollout })?.rollout).toBeNull();
  });
});

describe('the key of a set', () => {
  it('knows no order and no doubles', () => {
    expect(keyOf(['b', 'a', 'b'])).toBe(keyOf(['a', 'b']));
    expect(keyOf(['a'])).not.toBe(keyOf(['a', 'b']));
  });
});

describe('columns that were chosen', () => {
  function memory() {
    const values = new Map<string, unknown>();
    return {
      values,
      get: (key: string) => values.get(key),
      update: (key: string, value: unknown) => {
        if (value === undefined) values.delete(key);
        else values.set(key, structuredClone(value));
        return Promise.resolve();
      },
    };
  }

  it('come back, and are gone once they are taken back', async () => {
    const kept = memory();
    expect(keptColumns(kept)).toBeNull();
    const choice = { columns: ['score', 'recorded.reward'], widths: { score: 120 } };
    await keepColumns(kept, choice);
    expect(keptColumns(kept)).toEqual(choice);
    await keepColumns(kept, null);
    expect(kept.values.size).toBe(0);
  });

  it('are read as far as they make sense', async () => {
    const kept = memory();
    const widths = { a: -1, b: 1e9, c: Number.NaN, d: 'wide', e: 40 };
    await keepColumns(kept, { columns: ['a', 'a', 7], widths } as never);
    expect(keptColumns(kept)).toEqual({ columns: ['a'], widths: { e: 40 } });
    await keepColumns(kept, { columns: 'all' } as never);
    expect(keptColumns(kept)).toBeNull();
  });
});

describe('runs that are remembered', () => {
  const run = (name: string) => ({ paths: [`file:///${name}`], name });

  it('stand with the newest first, and stay in place when they are opened again', () => {
    const two = withRun(withRun([], run('a')), run('b'));
    expect(two.map(({ name }) => name)).toEqual(['b', 'a']);
    expect(withRun(two, run('a'))).toBe(two);
    expect(withoutRun(two, keyOf(run('b').paths)).map(({ name }) => name)).toEqual(['a']);
  });

  it('are not more than a list may hold', () => {
    const names = Array.from({ length: MOST_RUNS + 5 }, (_, at) => `run ${at}`);
    const runs = names.reduce<ReturnType<typeof readRuns>>((list, name) => withRun(list, run(name)), []);
    expect(runs).toHaveLength(MOST_RUNS);
    expect(runs[0]?.name).toBe(names.at(-1));
  });

  it('are read as far as they make sense, each once', () => {
    const stored = [
      run('a'),
      null,
      { paths: ['ftp://a'], name: 'x' },
      run('b'),
      run('a'),
      { paths: [], name: 'y' },
    ];
    expect(readRuns(stored).map(({ name }) => name)).toEqual(['a', 'b']);
    expect(readRuns('a')).toEqual([]);
  });
});

describe('files for a text editor', () => {
  it.each([
    ['/runs/step_1.jsonl', 1000, 'yes'],
    ['/runs/step_1.jsonl', MOST_TEXT_BYTES + 1, 'large'],
    ['/runs/step_1.jsonl.gz', 1000, 'no'],
    ['/runs/Train.PARQUET', 1000, 'no'],
    ['/runs/all.zip/step_1.jsonl', null, 'no'],
    ['/runs/log.txt', 0, 'yes'],
  ] as const)('%s of %s bytes: %s', (path, size, shown) => {
    expect(asText(path, size, Infinity)).toBe(shown);
  });

  it('are asked about where VS Code itself would ask', () => {
    expect(asText('/runs/step_1.jsonl', 11_000, 10_000)).toBe('large');
    expect(asText('/runs/step_1.jsonl', 10_000, 10_000)).toBe('yes');
  });

  it('have sizes in words', () => {
    expect(sizeText(200 * 1024 ** 2)).toBe('200 MB');
    expect(sizeText(3.25 * 1024 ** 3)).toBe('3.3 GB');
  });
});
