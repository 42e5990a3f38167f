import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CurveProgress, RewardPageParams } from '../../../core/protocol/rewards';
import { requests } from '../../../core/protocol/server';
import { writeBulk } from '../../make/bulk';
import { jsonl } from '../rollouts/opened';
import { GOOD, PROMPT } from '../reward/scored';
import { type Bundle, bundleServer } from './bundle';
import { TestClient } from './client';

const examples = resolve(import.meta.dirname, '../../../examples');
const uri = (path: string): string => pathToFileURL(path).toString();

let bundle: Bundle;
let client: TestClient;
let folder: string;

beforeAll(async () => {
  bundle = await bundleServer();
  folder = mkdtempSync(join(tmpdir(), 'tracehop-rewards-'));
  client = await TestClient.start(bundle.server, { settings: {} });
});
afterAll(async () => {
  await client.stop();
  bundle.remove();
  rmSync(folder, { recursive: true });
});

/** A rollout with the answer `answer` where the gold is Melka River. */
const row = (answer: string, score: number, more: object = {}): object => ({
  input: PROMPT,
  output: GOOD.replace('The Melka River', answer),
  gts: { target: ['Melka River'] },
  score,
  ...more,
});
const write = (name: string, ...rows: readonly object[]): string => {
  const path = join(folder, name);
  mkdirSync(resolve(path, '..'), { recursive: true });
  writeFileSync(path, jsonl(...rows));
  return uri(path);
};

describe('a curve', () => {
  it('over the steps of a folder is what its labels say', async () => {
    const progress: CurveProgress[] = [];
    const curve = await client.request(
      requests.rewardCurve,
      { paths: [uri(join(examples, 'search-r1'))], profile: 'search-r1' },
      { onProgress: (said) => progress.push(said) },
    );
    // The labels of the two text files hold no golds, so those rollouts have neither reward nor step.
    const labelled = [1, 20, 40].map((step) => {
      const path = resolve(import.meta.dirname, `../../fixtures/labels/search-r1-step_${step}.jsonl.json`);
      const { rollouts } = JSON.parse(readFileSync(path, 'utf8')) as { rollouts: { score: number }[] };
      return { step, n: rollouts.length, right: rollouts.filter(({ score }) => score === 1).length };
    });
    expect(curve.points.map(({ step, count }) => [step, count])).toEqual([
      ...labelled.map(({ step, n }) => [step, n]),
      [null, 4],
    ]);
    for (const [at, { n, right }] of labelled.entries()) {
      const point = curve.points[at];
      const mean = right / n;
      // Of zeros and ones: n p (1 - p) / (n - 1).
      const sd = Math.sqrt((n * mean * (1 - mean)) / (n - 1));
      for (const summary of [point?.recorded, point?.recomputed]) {
        expect(summary).toMatchObject({ n, min: 0, max: 1, median: right * 2 > n ? 1 : 0 });
        expect(summary?.mean).toBeCloseTo(mean, 12);
        expect(summary?.sd).toBeCloseTo(sd, 12);
      }
      expect(point).toMatchObject({ differing: 0, broken: 0 });
      expect(point?.em).toBeCloseTo(mean, 12);
    }
    expect(curve.points.at(-1)).toMatchObject({ recorded: null, recomputed: null, em: null });
    expect(curve).toMatchObject({
      stepFrom: ['recorded'],
      files: 5,
      filesWithout: 0,
      unreadable: [],
      rollouts: 172,
      broken: 0,
      profiles: ['search-r1'],
      unscored: [{ reason: 'the file holds no gold answer for this rollout', rollouts: 4 }],
    });
    const last = progress.at(-1);
    expect(last).toMatchObject({ files: 5, filesTotal: 5, rollouts: 172, generation: curve.generation });
    expect(last?.bytes).toBe(last?.bytesTotal);
    expect(progress.every(({ bytes }, at) => bytes >= (progress[at - 1]?.bytes ?? 0))).toBe(true);
  });

  it('tells rewards apart that differ from the recorded ones', async () => {
    const file = write('differ/7.jsonl', row('Melka River', 0.5), row('Danube', 0), row('melka river', 1));
    const curve = await client.request(requests.rewardCurve, { paths: [file], profile: null });
    expect(curve.points).toEqual([
      {
        step: 7,
        count: 3,
        recorded: { n: 3, mean: 0.5, sd: 0.5, min: 0, q25: 0.25, median: 0.5, q75: 0.75, max: 1 },
        recomputed: {
          n: 3,
          mean: 2 / 3,
          sd: expect.closeTo(Math.sqrt(1 / 3), 12) as number,
          min: 0,
          q25: 0.5,
          median: 1,
          q75: 1,
          max: 1,
        },
        differing: 1,
        em: 2 / 3,
        broken: 0,
      },
    ]);
    expect(curve.stepFrom).toEqual(['file-name']);
  });

  it('over files without steps goes by their order, and counts broken records there', async () => {
    const first = write('plain/b.jsonl', row('Danube', 0));
    const second = write('plain/a.jsonl', row('Melka River', 1), row('Danube', 0));
    appendFileSync(join(folder, 'plain/a.jsonl'), '{"input": "torn');
    const curve = await client.request(requests.rewardCurve, {
      paths: [first, second],
      profile: 'search-r1',
    });
    expect(curve.stepFrom).toEqual(['file-order']);
    expect(curve.points.map(({ step, count, broken }) => [step, count, broken])).toEqual([
      [1, 1, 0],
      [2, 2, 1],
    ]);
    // A folder is walked in natural order, and a file in it counts once.
    const walked = await client.request(requests.rewardCurve, {
      paths: [uri(join(folder, 'plain')), first],
      profile: 'search-r1',
    });
    expect(walked.points.map(({ count }) => count)).toEqual([2, 1]);
  });

  it('says what cannot be read and what holds nothing, and goes on', async () => {
    const good = write('mixed/3.jsonl', row('Melka River', 1));
    const other = write('mixed/corpus.jsonl', { id: '1', contents: 'x' });
    const gone = uri(join(folder, 'mixed/gone.jsonl'));
    const curve = await client.request(requests.rewardCurve, { paths: [gone, other, good], profile: 'auto' });
    expect(curve).toMatchObject({ files: 1, filesWithout: 1, rollouts: 1 });
    expect(curve.unreadable).toEqual([
      { file: gone, message: `${join(folder, 'mixed/gone.jsonl')}: no such file` },
    ]);
  });

  it('is refused for a profile that does not exist', async () => {
    const asked = client.request(requests.rewardCurve, { paths: [uri(examples)], profile: 'nope' });
    await expect(asked).rejects.toThrow(/no reward profile "nope"; known are auto, search-r1/);
  });

  it('is worked out anew when a file changes', async () => {
    const file = write('changing/1.jsonl', row('Melka River', 1));
    const ask = () => client.request(requests.rewardCurve, { paths: [file], profile: 'search-r1' });
    const before = await ask();
    appendFileSync(join(folder, 'changing/1.jsonl'), jsonl(row('Danube', 0), row('Danube', 0)));
    const after = await ask();
    expect([before, after].map(({ rollouts }) => rollouts)).toEqual([1, 3]);
    expect(after.points[0]?.recomputed?.mean).toBeCloseTo(1 / 3, 12);
    expect(after.generation).toBeGreaterThan(before.generation);
  });

  it('of a large file shows what was read so far, and can be called off', async () => {
    const path = join(folder, 'large', '1.jsonl');
    mkdirSync(join(folder, 'large'));
    writeBulk(path, 60e6, 3);
    const source = new CancellationTokenSource();
    const seen: CurveProgress[] = [];
    const start = performance.now();
    const asked = client.request(
      requests.rewardCurve,
      { paths: [uri(path)], profile: 'search-r1' },
      {
        token: source.token,
        onProgress: (said) => {
          seen.push(said);
          if (said.points !== null && said.points.length > 0) source.cancel();
        },
      },
    );
    await expect(asked).rejects.toMatchObject({ code: -32800 });
    const cancelled = performance.now();
    const partial = seen.find(({ points }) => points !== null);
    expect(partial?.points?.[0]?.count).toBeGreaterThan(0);
    expect(partial?.bytes).toBeLessThan(partial?.bytesTotal ?? 0);
    expect(seen.every(({ bytes }, at) => bytes >= (seen[at - 1]?.bytes ?? 0))).toBe(true);
    // The worker is free again at once: a small file does not wait for the rest of the large one.
    const small = write('after/1.jsonl', row('Melka River', 1));
    await client.request(requests.rewardCurve, { paths: [small], profile: 'search-r1' });
    expect(performance.now() - cancelled).toBeLessThan(Math.max(1_000, cancelled - start));
  });
});

describe('the rollouts behind a point', () => {
  const ask = (paths: readonly string[], more: Partial<RewardPageParams>) =>
    client.request(requests.rewardRollouts, {
      paths,
      profile: 'search-r1',
      step: 5,
      sort: { by: 'order', descending: false },
      from: 0,
      count: 10,
      ...more,
    });
  let file = '';
  beforeAll(() => {
    file = write(
      'rows/5.jsonl',
      row('Melka River', 1, { question: 'first?' }),
      row('Danube', 0.5),
      row('the Melka', 0),
      row('Danube', 0, { step: 6 }),
    );
  });

  it('say what they are, and why', async () => {
    const { rows, total } = await ask([file], {});
    expect(total).toBe(3);
    expect(rows[0]).toEqual({
      file,
      index: 0,
      sample: 0,
      id: '5.jsonl#0',
      question: 'first?',
      recorded: 1,
      recomputed: 1,
      answer: 'Melka River',
      golds: ['Melka River'],
      em: 1,
      f1: 1,
      findings: 0,
      reason: 'extracted “Melka River”, the last answer of the rollout; it is the gold “Melka River”',
      fault: null,
    });
    expect(rows[1]).toMatchObject({ recorded: 0.5, recomputed: 0, answer: 'Danube', em: 0 });
    expect(rows[1]?.findings).toBeGreaterThan(0);
  });

  it('come sorted, in pages', async () => {
    const by = { by: 'f1', descending: true } as const;
    const indices = async (more: Partial<RewardPageParams>) =>
      (await ask([file], more)).rows.map(({ index }) => index);
    // F1: 1, 0, and 2/3 for one of two words.
    expect(await indices({ sort: by })).toEqual([0, 2, 1]);
    expect(await indices({ sort: by, from: 1, count: 1 })).toEqual([2]);
    expect(await indices({ sort: { by: 'difference', descending: true }, count: 1 })).toEqual([1]);
    expect(await indices({ differing: true })).toEqual([1]);
    expect(await indices({ step: 6 })).toEqual([3]);
    expect(await indices({ from: 99 })).toEqual([]);
  });

  it('of a folder have addresses as editors write them', async () => {
    write('some runs (2)/5.jsonl', row('Melka River', 1));
    const root = uri(join(folder, 'some runs (2)')).replaceAll('(', '%28').replaceAll(')', '%29');
    const { rows } = await ask([root], {});
    expect(rows.map((each) => each.file)).toEqual([`${root}/5.jsonl`]);
  });
});

describe('a distribution', () => {
  it('counts the rewards of one point, those that are missing too', async () => {
    const file = write(
      'distribution/3.jsonl',
      row('Melka River', 0.2),
      row('Danube', 0.20000000298),
      row('Danube', 1),
      { ...row('Danube', 0), score: null },
    );
    const asked = { paths: [file], profile: 'search-r1', step: 3 };
    expect(await client.request(requests.rewardDistribution, asked)).toEqual({
      bins: [
        { low: 0, high: 0, recorded: 0, recomputed: 3 },
        { low: 0.2, high: 0.2, recorded: 2, recomputed: 0 },
        { low: 1, high: 1, recorded: 1, recomputed: 1 },
      ],
      withoutRecorded: 1,
      withoutRecomputed: 0,
    });
    const none = await client.request(requests.rewardDistribution, { ...asked, step: 4 });
    expect(none).toEqual({ bins: [], withoutRecorded: 0, withoutRecomputed: 0 });
  });
});

describe('the components of a rollout', () => {
  it('have reasons, and places in the document that shows it', async () => {
    const wrong = write('why/2.jsonl', row('Danube', 0.2, { ability: 'fact' }));
    const why = await client.request(requests.rewardComponents, {
      file: wrong,
      index: 0,
      sample: 0,
      profile: 'search-r1-format',
    });
    expect(why).toMatchObject({
      profile: { id: 'search-r1-format' },
      total: 0.2,
      reason: null,
      recorded: 0.2,
      differs: false,
      extracted: 'Danube',
      answer: 'Danube',
      golds: ['Melka River'],
      em: 0,
      f1: 0,
      recordedValues: [
        { name: 'score', value: '0.2' },
        { name: 'step', value: '2' },
        { name: 'ability', value: 'fact' },
      ],
    });
    expect(why.components.map(({ name, title, value, weight }) => [name, title, value, weight])).toEqual([
      ['exact-match', 'Exact match', 0, 1],
      ['structure-format', 'Structure', 1, 0.2],
      ['final-format', 'Answer given', 0, 0.1],
      ['retrieval', 'Gold retrieved', 0, 0],
    ]);
    const text = PROMPT + GOOD.replace('The Melka River', 'Danube');
    expect(why.components[0]?.range).toEqual({
      start: text.lastIndexOf('<answer>') + '<answer>'.length,
      end: text.lastIndexOf('</answer>'),
    });
  });

  it('go by the setting where no profile is named', async () => {
    const file = write('set/2.jsonl', row('Danube', 0));
    client.settings = { rewards: { profile: 'search-r1-format' } };
    await client.notify({ method: 'workspace/didChangeConfiguration' }, { settings: null });
    const why = await client.request(requests.rewardComponents, { file, index: 0, sample: 0, profile: null });
    expect(why.profile?.id).toBe('search-r1-format');
    const curve = await client.request(requests.rewardCurve, { paths: [file], profile: null });
    expect(curve.profiles).toEqual(['search-r1-format']);
    client.settings = {};
    await client.notify({ method: 'workspace/didChangeConfiguration' }, { settings: null });
  });

  it('are refused with a sentence where there is no such rollout', async () => {
    const file = write('none/2.jsonl', row('Danube', 0));
    const asked = client.request(requests.rewardComponents, { file, index: 9, sample: 0, profile: null });
    await expect(asked).rejects.toThrow(/has no record #9/);
  });
});
