/** Expectations are differences of the times in the files, worked out in Python. */
import { describe, expect, it } from 'vitest';
import { waterfallOf } from '../../core/rollouts/timing';
import type { Waterfall } from '../../core/protocol/rollout-detail';
import { corpora } from './corpora';
import { read } from './reading';

async function waterfallAt(name: string, index = 0): Promise<Waterfall | null> {
  const { file, rollouts } = await read(name, { findings: false });
  await file.close();
  const rollout = rollouts[index];
  if (!rollout) throw new Error(`${name} has no rollout ${index}`);
  return waterfallOf(rollout);
}

describe.skipIf(corpora === null)('times of real rollouts', () => {
  it('Inspect: calls of the model and of tools, one after the other', async () => {
    const found = await waterfallAt('inspect/2025-05-12T20-27-36-04-00_browser.json');
    expect(found).toMatchObject({ placed: 'recorded', total: 18_517 });
    const bars = found?.bars ?? [];
    expect(bars.map(({ turn, kind, lane }) => [turn, kind, lane])).toEqual(
      [0, 1, 2, 3]
        .flatMap((turn) => [
          [turn, 'think', 0],
          [turn, 'search', 0],
        ])
        .concat([[4, 'answer', 0]]),
    );
    expect(bars[0]?.ms).toBeCloseTo(1_234.979, 2);
    expect([bars[1]?.label, bars[8]?.label]).toEqual(['web_browser_go', 'openai/gpt-4o-mini']);
    expect(bars[1]?.from).toBeCloseTo(1_300.698, 2);
    expect(bars[1]?.ms).toBeCloseTo(4_317.574, 2);
    expect(bars[8]?.from).toBeCloseTo(13_586.822, 2);
  });

  it('OpenTelemetry: searches at the same time stand in lanes', async () => {
    const found = await waterfallAt('gpt-researcher/monocle_trace_27bfd5ba.json');
    expect(found?.placed).toBe('recorded');
    expect(found?.total).toBeCloseTo(133_646.415, 1);
    const searches = (found?.bars ?? []).filter(({ kind }) => kind === 'search');
    expect(searches).toHaveLength(22);
    expect(searches.slice(0, 3).map(({ turn, lane }) => [turn, lane])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
    expect(searches[0]?.from).toBeCloseTo(8_635.45, 1);
    expect(searches[0]?.ms).toBeCloseTo(939.581, 1);
    expect(searches[2]?.ms).toBeCloseTo(2_425.865, 1);
  });

  it('DR Tulu: durations alone, in order', async () => {
    const found = await waterfallAt('dr-tulu/0ddfcbd4323ccafa1256f9fbf58ba127.json');
    const runtimes = [11.557187557220459, 78.57983779907227, 49.725664377212524, 41.4346067905426];
    expect(found?.placed).toBe('in-order');
    expect(found?.bars.map(({ turn, kind }) => [turn, kind])).toEqual(
      [0, 1, 2, 3].map((turn) => [turn, 'search']),
    );
    runtimes.forEach((runtime, at) => expect(found?.bars[at]?.ms).toBeCloseTo(1000 * runtime, 3));
    expect(found?.bars[1]?.from).toBeCloseTo(11_557.188, 2);
    expect(found?.bars[0]?.label).toBe('google_search: Weesp train disaster 1918 injuries');
  });

  it('verifiers of 2025: generation and scoring', async () => {
    const found = await waterfallAt('verifiers/wiki-search--gpt-4.1--f6d9bd6b/results.jsonl');
    expect(found?.bars.map(({ turn, kind, ms }) => [turn, kind, ms])).toEqual([
      [null, 'other', 10945.4340934753],
      [null, 'other', 0.0200271606],
    ]);
    expect(found?.total).toBe(11342.8022861481);
  });

  it.each([
    'search-r1/case.txt',
    'r1-searcher/hotpotqa_qwen.jsonl',
    'inspect/log_formats.eval',
    'verifiers/math-python--gpt-4.1-mini--976454fe/results.jsonl',
  ])('%s tells none', async (name) => {
    expect(await waterfallAt(name)).toBeNull();
  });
});
