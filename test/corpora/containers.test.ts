import { describe, expect, it } from 'vitest';
import { corpora } from './corpora';
import { digest, read } from './reading';
import { expectPlaces, expectSound } from './sound';

// Every number and digest here was worked out from the files with Python's json, re and hashlib.

/** Files whose texts are kept whole: container, rollouts, records without text, digest of texts, digest of golds. */
const WHOLE = [
  ['r1-searcher/bamboogle_qwen.jsonl', 'r1-searcher', 125, 0, 'acabfb791a7911f4', '0d9f9d676df14d2b'],
  ['r1-searcher/hotpotqa_llama.jsonl', 'r1-searcher', 318, 0, '158d02db3e3dcab6', '8c6d4014d1b89062'],
  ['r1-searcher/hotpotqa_qwen.jsonl', 'r1-searcher', 348, 0, '75677c150e3cf5b7', '47dab9df2c3b46e2'],
  ['r1-searcher/stage_1.jsonl', 'r1-searcher', 85, 265, '5dab88c24ff2488b', '860d781c5d054738'],
  ['search-r1/case.txt', 'plain-text', 2, 0, '1026aa9f04fb9443', null],
  ['rl-factory/test.txt', 'plain-text', 120, 0, '831d1880e669d899', null],
] as const;

const NONE = [
  ['search-r1/corpus.jsonl', /contents/],
  ['r1-searcher/eval_set_2wiki_500.jsonl', /`question` and `answer` in 200 of the first 200 records/],
  ['r1-searcher/eval_set_hotpotqa_500.jsonl', /`question` and `answer` in 200 of the first 200 records/],
  ['r1-searcher/eval_set_bamboogle.jsonl', /`question` and `answer` in 125 of the first 125 records/],
  ['r1-searcher/filtered_kilt_sample_100.jsonl', /wikipedia_title/],
  ['r1-searcher/train_np_title_abs_sample_100.tsv', /Title:/],
  ['verl/log-7.txt', /`step:N - key:value` lines of verl/],
  ['verl/qwen3-0.6b-function-reward-minimal-fsdp-size1.jsonl', /`step` and `data` with numbers/],
] as const;

/** Folder, rollouts, sum of rewards, assistant messages, tool messages, tool calls, groups, digest of golds. */
const VERIFIERS = [
  ['math-python--gpt-4.1-mini--976454fe', 15, 13.9, 32, 17, 18, 5, 'f081f5e7e6d20162'],
  ['mcp-env--gpt-4.1-mini--468ee950', 3, 3, 6, 3, 3, 1, '4a52fc3210846e28'],
  ['wiki-search--gpt-4.1--f6d9bd6b', 50, 46, 130, 83, 83, 50, '067d73c165cd7b49'],
  ['wiki-search--gpt-4.1-mini--052a81ae', 100, 78, 535, 435, 445, 100, '8bf0a7747dbe5609'],
  ['wiki-search--gpt-4.1-mini--e095b368', 50, 41, 226, 176, 179, 50, '067d73c165cd7b49'],
  ['wiki-search--gpt-4.1-nano--8d8aecd4', 100, 63, 412, 387, 388, 100, '8bf0a7747dbe5609'],
  ['wiki-search--gpt-5-mini--dc83cc41', 100, 92, 506, 406, 412, 100, '8bf0a7747dbe5609'],
  ['wiki-search--gpt-5-nano--a880a526', 50, 41, 129, 79, 82, 50, '067d73c165cd7b49'],
  ['wiki-search--qwen--qwen3-30b-a3b-instruct-2507--1a83e72d', 50, 34, 241, 191, 191, 50, '067d73c165cd7b49'],
  ['wiki-search--qwen--qwen3-30b-a3b-instruct-2507--4d62a02d', 50, 34, 226, 176, 176, 50, 'ce222605a3c2df6b'],
  [
    'wiki-search--qwen--qwen3-30b-a3b-instruct-2507--6c9b879e',
    100,
    68,
    440,
    340,
    340,
    100,
    '3c144814dfeb9818',
  ],
  ['wiki-search--qwen--qwen3-4b-instruct-2507--e762fd98', 100, 55, 373, 273, 273, 100, '8bf0a7747dbe5609'],
] as const;

describe.runIf(corpora !== null)('containers on real files', () => {
  it.each(WHOLE)('%s', async (name, container, count, withoutText, texts, golds) => {
    const found = await read(name);
    expect(found.file.container.chosen.id).toBe(container);
    expect([found.rollouts.length, found.broken, found.withoutText]).toEqual([count, 0, withoutText]);
    if (texts !== null) expect(digest(found.rollouts.map(({ text }) => text))).toBe(texts);
    if (golds !== null) expect(digest(found.rollouts.flatMap((rollout) => rollout.golds))).toBe(golds);
    expectSound(found.rollouts);
    await expectPlaces(found, found.rollouts.slice(0, 40));
    await found.file.close();
  });

  it.each(NONE)('%s holds no rollouts', async (name, reason) => {
    const { file, rollouts } = await read(name);
    expect(file.container.chosen.holds).not.toBe('rollouts');
    expect(file.container.evidence.because).toMatch(reason);
    expect(rollouts).toEqual([]);
    await file.close();
  });

  it.each(VERIFIERS)('verifiers/%s', async (name, count, reward, assistant, tool, calls, groups, golds) => {
    const found = await read(`verifiers/${name}/results.jsonl`);
    const { file, rollouts, broken, withoutText } = found;
    expect(file.container.chosen.id).toBe('verifiers');
    expect([rollouts.length, broken, withoutText]).toEqual([count, 0, 0]);
    expect(rollouts.reduce((sum, { recorded }) => sum + Number(recorded['score']), 0)).toBeCloseTo(reward, 6);
    expect(new Set(rollouts.map(({ recorded }) => recorded['group'])).size).toBe(groups);
    expect(digest(rollouts.flatMap((rollout) => rollout.golds))).toBe(golds);
    const headers = (role: string): number =>
      rollouts
        .flatMap(({ text, parts }) =>
          parts
            .filter(({ rendered, path }) => rendered && !path)
            .map((part) => text.slice(part.start, part.end)),
        )
        .filter((header) => header.endsWith(`<|im_start|>${role}\n`)).length;
    expect([headers('assistant'), headers('tool')]).toEqual([assistant, tool]);
    const made = rollouts.flatMap(({ parts }) =>
      parts.filter(({ rendered, path }) => rendered && path?.includes('tool_calls')),
    );
    expect(made.length).toBe(calls);
    expectSound(found.rollouts);
    await expectPlaces(found, found.rollouts.slice(0, 10));
    await file.close();
  });

  it('webdancer/sample_traj_part1.jsonl', async () => {
    const found = await read('webdancer/sample_traj_part1.jsonl');
    const { file, rollouts } = found;
    expect([file.container.chosen.id, rollouts.length, found.broken, found.withoutText]).toEqual([
      'webdancer',
      108,
      0,
      0,
    ]);
    const written = (by: string): string[] =>
      rollouts.flatMap(({ text, parts }) =>
        parts
          .filter((part) => part.by === by && !part.rendered)
          .map(({ start, end }) => text.slice(start, end)),
      );
    expect(digest(rollouts.flatMap(({ golds }) => golds))).toBe('968abeca85eacc06');
    expect(digest(written('policy'))).toBe('02c21fabf4a8659c');
    expect(digest(written('environment'))).toBe('35c7b9477efbcc17');
    expect(rollouts[5]?.question).toMatch(
      /had her first marriage in 1942\? Who was her husband at that time\?$/,
    );
    expectSound(found.rollouts);
    await expectPlaces(found, found.rollouts.slice(0, 20));
    await file.close();
  });

  it('reads questions and names rollouts', async () => {
    const cases = await read('search-r1/case.txt');
    expect(cases.rollouts.map(({ id, question }) => [id, question])).toEqual([
      ['case.txt#0', 'paul walkers cars in fast and furious list?'],
      [
        'case.txt#1',
        'the heart muscle is stimulated to contract by electrical impulses which are generated where?',
      ],
    ]);
    const llama = await read('r1-searcher/hotpotqa_llama.jsonl');
    expect(llama.rollouts[3]).toMatchObject({
      id: 'hotpotqa_llama.jsonl#3',
      question: 'Which athlete was an American tennis player: Henri Kontinen or Melanie Oudin?',
      golds: ['Melanie Oudin'],
    });
    const stage = await read('r1-searcher/stage_1.jsonl');
    expect(stage.rollouts.every(({ id, index }) => id === `stage_1.jsonl#${index}.0`)).toBe(true);
    for (const { file } of [cases, llama, stage]) await file.close();
  });
});
