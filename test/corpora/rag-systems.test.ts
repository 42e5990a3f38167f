import { describe, expect, it } from 'vitest';
import { corpora } from './corpora';
import { digest, read, type Read } from './reading';
import { expectPlaces, expectSound } from './sound';

// Every number and digest here was worked out from the files with Python's json, re and hashlib.

const answers = ({ rollouts }: Read): string[] =>
  rollouts.flatMap(({ answer }) => (answer ? [answer.text] : []));
const questions = ({ rollouts }: Read): string[] => rollouts.flatMap(({ question }) => question ?? []);

/** File, container, rollouts, records without text, digest of answers, how many have none. */
const ANSWERED = [
  ['deep-research-bench/claude-3-7-sonnet-latest.raw_data.jsonl', 'reports', 90, 0, '6bcd93ec7a1975c7', 0],
  ['open-deep-research/deep_research_bench_gpt-4.1.jsonl', 'reports', 100, 0, '647741d126ad9e16', 0],
  ['open-deep-research/deep_research_bench_gpt-5.jsonl', 'reports', 95, 0, 'b691713cec1b86c7', 0],
  ['fanoutqa/results-openbook-gpt-4.jsonl', 'fanoutqa', 728, 0, '538a721a04ad286d', 0],
  ['fanoutqa/results-openbook-llama3.jsonl', 'fanoutqa', 725, 0, '138f64a4e19d7498', 10],
  ['fanoutqa/results-openbook-gpt-oss-20b.jsonl', 'fanoutqa', 723, 0, '876709c3ff69082b', 7],
  ['fanoutqa/results-openbook-mistral-large-2407.jsonl', 'fanoutqa', 724, 0, '33dbca699d916322', 33],
  ['alce/human_eval_utility_completed.json', 'alce', 800, 0, 'd66bee3ad20214c1', 22],
  [
    'agent-lightning/twenty_questions_qwen4b_withtool41_gpt5mini_20251027.jsonl',
    'twenty-questions',
    193,
    7,
    'd5f2d4c794269690',
    0,
  ],
  ['gpt-researcher/evaluation_records.jsonl', 'rag-records', 8, 0, 'eb52aefe37bfd1b7', 0],
  ['ragchecker/human_labeled_data_part1.json', 'rag-records', 600, 0, '57aaec76e1a77a4b', 0],
] as const;

describe.runIf(corpora !== null)('files of other retrieval systems', () => {
  it.each(ANSWERED)('%s', async (name, container, count, withoutText, texts, unanswered) => {
    const found = await read(name, { findings: false });
    const { file, rollouts, broken } = found;
    expect([file.container.chosen.id, rollouts.length, broken, found.withoutText]).toEqual([
      container,
      count,
      0,
      withoutText,
    ]);
    expect(digest(answers(found))).toBe(texts);
    expect(rollouts.filter(({ answer }) => answer === null)).toHaveLength(unanswered);
    expectSound(found.rollouts);
    await expectPlaces(found, found.rollouts.slice(0, 20));
    await file.close();
  });

  it('adaptive-rag/oner_nq_dev_500_chains_part1.txt', async () => {
    const found = await read('adaptive-rag/oner_nq_dev_500_chains_part1.txt');
    const { file, rollouts, broken } = found;
    expect([rollouts.length, broken, found.withoutText]).toEqual([300, 0, 0]);
    expect(digest(rollouts.map(({ recorded }) => String(recorded['id'])))).toBe('b7fba0c52a5ffe05');
    expect(digest(questions(found))).toBe('e55be64a4d4eb044');
    const titles = rollouts.flatMap(({ turns }) =>
      turns.flatMap(({ documents }) => documents.map(({ title }) => title ?? '')),
    );
    expect(titles).toHaveLength(4385);
    expect(digest(titles)).toBe('674b2c0900af2163');
    // Two answers are empty strings.
    expect(digest(rollouts.map(({ answer }) => answer?.text ?? ''))).toBe('e22fd88ec25751a0');
    expect(rollouts.filter(({ answer }) => answer === null)).toHaveLength(2);
    expectSound(found.rollouts);
    await expectPlaces(found, found.rollouts.slice(0, 40));
    await file.close();
  });

  it('gpt-researcher/monocle_trace_27bfd5ba.json', async () => {
    const found = await read('gpt-researcher/monocle_trace_27bfd5ba.json');
    const { file, rollouts } = found;
    const [rollout] = rollouts;
    if (!rollout) throw new Error('no rollout');
    const searches = rollout.turns.filter((turn) => turn.searches.length > 0);
    expect([rollouts.length, searches.length, rollout.question]).toEqual([1, 22, 'Is AI in a hype cycle?']);
    expect(digest(searches.map(({ queries }) => queries[0]?.text ?? ''))).toBe('e5f20d968980a9e5');
    expect(digest(searches.flatMap(({ documents }) => documents.map(({ text }) => text)))).toBe(
      '46a2b513497730ec',
    );
    expect(digest(answers(found))).toBe('f78a3a70fcb0d3d2');
    expect(rollout.recorded).toMatchObject({ spans: 146, nested_retrievals: 22, model_calls: 8 });
    expectSound(found.rollouts);
    await expectPlaces(found, found.rollouts.slice(0, 1));
    await file.close();
  });

  it('documents, golds and scores', async () => {
    const checked = await read('ragchecker/checking_inputs.json');
    expect(
      digest(
        checked.rollouts.flatMap(({ turns }) =>
          turns.flatMap(({ documents }) => documents.map(({ text }) => text)),
        ),
      ),
    ).toBe('a30f0d9767b4a4b5');
    const games = await read('agent-lightning/twenty_questions_qwen4b_withtool41_gpt5mini_20251027.jsonl', {
      findings: false,
    });
    expect(games.rollouts.reduce((sum, { recorded }) => sum + Number(recorded['score']), 0)).toBe(106);
    expect(digest(games.rollouts.flatMap(({ golds }) => golds))).toBe('0ed524dccdb75f11');
    const records = await read('gpt-researcher/evaluation_records.jsonl', { findings: false });
    expect(
      digest(
        records.rollouts.flatMap(({ turns }) =>
          turns.flatMap(({ documents }) => documents.map(({ text }) => text)),
        ),
      ),
    ).toBe('3ac7a4efe68ccfcd');
    expect(questions(records)).toHaveLength(6);
    const alce = await read('alce/human_eval_utility_completed.json', { findings: false });
    expect(digest(questions(alce))).toBe('8905d21bf6cf1246');
    expect(alce.rollouts.reduce((sum, { recorded }) => sum + Number(recorded['utility_score']), 0)).toBe(
      2961,
    );
    for (const { file } of [checked, games, records, alce]) await file.close();
  });
});
