/** Expectations counted and hashed in the files with Python (re, json, hashlib), never by running Tracehop. */
import { describe, expect, it } from 'vitest';
import type { Rollout } from '../../core/trace/model';
import { expectCovered } from '../unit/trace/support';
import { corpora } from './corpora';
import { digest, read, type Read } from './reading';
import { expectPlaces, expectSound } from './sound';

/** Trial, section, agents, Search, Lookup, Finish, agents without Finish, failed observations, documents. */
type Section = readonly [number | null, string, number, number, number, number, number, number, number];

const REFLEXION: readonly (readonly [
  string,
  readonly Section[],
  readonly [string, string, string, string],
])[] = [
  [
    'react_base_100_questions_5_trials.txt',
    [
      [1, 'correct', 34, 75, 2, 34, 0, 17, 60],
      [1, 'incorrect', 56, 130, 6, 56, 0, 41, 95],
      [1, 'halted', 13, 68, 7, 3, 10, 60, 15],
      [2, 'correct', 34, 75, 2, 34, 0, 17, 60],
      [2, 'incorrect', 57, 133, 8, 57, 0, 45, 96],
      [2, 'halted', 12, 62, 7, 3, 9, 54, 15],
      [3, 'correct', 34, 75, 2, 34, 0, 17, 60],
      [3, 'incorrect', 56, 127, 3, 56, 0, 38, 92],
      [3, 'halted', 12, 63, 7, 2, 10, 54, 16],
      [4, 'correct', 34, 75, 2, 34, 0, 17, 60],
      [4, 'incorrect', 57, 130, 4, 57, 0, 40, 94],
      [4, 'halted', 11, 57, 7, 2, 9, 48, 16],
      [5, 'correct', 34, 75, 2, 34, 0, 17, 60],
      [5, 'incorrect', 56, 126, 3, 56, 0, 37, 92],
      [5, 'halted', 12, 63, 7, 2, 10, 54, 16],
    ],
    ['3b6da6ede6a0d6c9', '610a416bcd67fc37', '695554fb62490938', 'b2a868fddd6c8406'],
  ],
  [
    'react_base_base_react_thought_log.txt',
    [
      [null, 'correct', 33, 70, 2, 33, 0, 14, 58],
      [null, 'incorrect', 57, 132, 3, 57, 0, 39, 96],
      [null, 'halted', 12, 63, 7, 2, 10, 52, 18],
    ],
    ['4b10a1923388849a', '771b46b7f373b176', 'e3b0c44298fc1c14', '9f9d69b26287acf5'],
  ],
  [
    'react_reflexion_50_sample_react_reflect_correct.txt',
    [[null, 'correct', 17, 39, 1, 17, 0, 14, 26]],
    ['9a3cd8113da197f9', '25bd4eba4b0c9c62', 'c4088de286ff575a', '0dfb442d523ebaf6'],
  ],
];

/** Name, rollouts, actions by name, finishes, failed, invalid, documents, paths, halted, rewards, answers, golds. */
const JSONL = [
  [
    'autoact/13b_easy_1.jsonl',
    98,
    { BingSearch: 149, Retrieve: 50, Lookup: 71 },
    [101, 66, 9, 204, 0, 0],
    36.2436507936508,
    ['3e393d47340de44a', '9828aeedd64eeac8'],
  ],
  [
    'autoact/13b_hard.jsonl',
    96,
    { BingSearch: 158, Retrieve: 58, Lookup: 77 },
    [101, 91, 6, 202, 0, 2],
    26.4,
    ['24ef8f46ba81bc4c', 'dcce9aa5e66733c8'],
  ],
  [
    'autoact/13b_tem_0.2_easy.jsonl',
    95,
    { BingSearch: 145, Retrieve: 43, Lookup: 59 },
    [98, 58, 13, 189, 0, 1],
    30.107936507936508,
    ['0db1ee151949b43c', '41f249b4a6b13702'],
  ],
  [
    'knowagent/KnowAgentHotpotQA_llama-2-13b_D0.jsonl',
    249,
    { Search: 367, Retrieve: 218, Lookup: 117 },
    [247, 164, 0, 538, 949, 2],
    85.57870462870463,
    ['d50531ff69784958', '573bdfbfa74a3497'],
  ],
] as const;

const queries = (rollouts: readonly Rollout[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { operator = '' } of rollouts.flatMap(({ turns }) => turns.flatMap((turn) => turn.queries)))
    counts[operator] = (counts[operator] ?? 0) + 1;
  return counts;
};

const answers = (rollouts: readonly Rollout[]): string[] =>
  rollouts.flatMap(({ answer }) => (answer ? [answer.text] : []));

const turnsOf = (rollouts: readonly Rollout[]) => rollouts.flatMap(({ turns }) => turns);

const segments = (rollouts: readonly Rollout[], kind: string): number =>
  rollouts.flatMap((rollout) => rollout.segments).filter((segment) => segment.kind === kind).length;

const marks = (rollouts: readonly Rollout[], kind: string): number =>
  rollouts.flatMap((rollout) => rollout.marks ?? []).filter((mark) => mark.kind === kind).length;

/** All that was read is sound, and the last rollouts are found in the file again. */
async function expectRead(found: Read): Promise<void> {
  for (const rollout of found.rollouts) expectCovered(rollout, rollout.text);
  expectSound(found.rollouts);
  await expectPlaces(found, found.rollouts.slice(-15));
}

describe.runIf(corpora !== null)('ReAct transcripts', () => {
  it.each(REFLEXION)('reflexion/%s', async (name, sections, [texts, said, golds, questions]) => {
    const found = await read(`reflexion/${name}`);
    const { file, rollouts, broken, withoutText } = found;
    expect([file.container.chosen.id, file.dialect.chosen.id]).toEqual(['react-log', 'react']);
    // The heading before the first agent holds none.
    expect([broken, withoutText]).toEqual([0, 1]);
    const counted = sections.map(([trial, section]): Section => {
      const agents = rollouts.filter(
        ({ recorded }) => recorded['section'] === section && (recorded['trial'] ?? null) === trial,
      );
      const { Search = 0, Lookup = 0 } = queries(agents);
      const failed = turnsOf(agents).filter(({ error }) => error !== null).length;
      const documents = turnsOf(agents).flatMap((turn) => turn.documents).length;
      const unanswered = agents.filter(({ answer }) => answer === null).length;
      const finished = segments(agents, 'answer');
      return [trial, section, agents.length, Search, Lookup, finished, unanswered, failed, documents];
    });
    expect(counted).toEqual(sections);
    expect(rollouts).toHaveLength(sections.reduce((sum, [, , agents]) => sum + agents, 0));
    expect(
      rollouts.every(({ recorded: { score, section } }) => score === (section === 'correct' ? 1 : 0)),
    ).toBe(true);
    expect(digest(rollouts.map(({ text }) => text))).toBe(texts);
    expect(digest(answers(rollouts))).toBe(said);
    expect(digest(rollouts.flatMap((rollout) => rollout.golds))).toBe(golds);
    expect(digest(rollouts.map(({ question }) => question ?? ''))).toBe(questions);
    await expectRead(found);
    // A record in the middle of the file knows the headings before it without reading all of it again.
    const last = rollouts.at(-1);
    const entry = await file.entryAt(last?.index ?? -1);
    expect(entry?.rollouts[0]?.recorded).toEqual(last?.recorded);
    await file.close();
  });

  it.each(JSONL)('%s', async (name, count, actions, numbers, rewards, [said, golds]) => {
    const found = await read(name);
    const { file, rollouts } = found;
    expect([file.container.chosen.id, file.dialect.chosen.id]).toEqual(['react-jsonl', 'react']);
    expect([rollouts.length, found.broken, found.withoutText]).toEqual([count, 0, 0]);
    expect(queries(rollouts)).toEqual(actions);
    const turns = turnsOf(rollouts);
    const invalid = segments(rollouts, 'notice');
    expect([
      segments(rollouts, 'answer'),
      turns.filter(({ error }) => error !== null).length - invalid,
      invalid,
      turns.flatMap(({ documents }) => documents).length,
      marks(rollouts, 'path'),
      rollouts.filter(({ recorded }) => recorded['halted'] === true).length,
    ]).toEqual(numbers);
    expect(rollouts.reduce((sum, { recorded }) => sum + Number(recorded['score']), 0)).toBeCloseTo(
      rewards,
      9,
    );
    expect(digest(answers(rollouts))).toBe(said);
    expect(digest(rollouts.flatMap((rollout) => rollout.golds))).toBe(golds);
    await expectRead(found);
    await file.close();
  });

  it('fireact, chat messages', async () => {
    const found = await read(
      'fireact/hotpotqa_dev_0_500_ft_gpt-3.5-turbo-0613_princeton-nlp__7woQRsdi_0.0_2023-09-21-16-19-51.json',
    );
    const { file, rollouts } = found;
    expect([file.container.chosen.id, file.dialect.chosen.id, rollouts.length]).toEqual([
      'fireact',
      'react',
      465,
    ]);
    // 905 searches were written, 775 as the first action of their message; 468 answers, 465 of them run.
    expect(queries(rollouts)).toEqual({ search: 775 });
    expect([segments(rollouts, 'search'), segments(rollouts, 'answer')]).toEqual([905, 468]);
    // Some messages hold several actions: what came back, and `pred`, are of the first at the start of a line.
    expect(rollouts[370]?.turns[1]?.queries[0]?.text).toBe(
      'scientific journal published in the Bronx first year',
    );
    expect(rollouts[446]?.turns[3]?.queries[0]?.text).toBe('awards won by Kevin Wayne Durant');
    expect(rollouts[373]?.turns[1]?.error).toContain("('click', 'Frige - Wikipedia') generated an exception");
    expect([421, 448, 461, 462].map((at) => rollouts[at]?.answer?.text)).toEqual([
      'Italy',
      'Sean Matthews',
      'Vienna, City of My Dreams',
      'Euripides',
    ]);
    const errors = turnsOf(rollouts).flatMap(({ error }) => error ?? []);
    expect(errors.filter((error) => error === 'None')).toHaveLength(7);
    expect(errors).toHaveLength(8);
    expect(turnsOf(rollouts)).toHaveLength(1241);
    expect(turnsOf(rollouts).flatMap(({ documents }) => documents)).toHaveLength(775 - 7);
    expect([marks(rollouts, 'verdict'), marks(rollouts, 'action')]).toEqual([465, 1]);
    expect(rollouts.reduce((sum, { recorded }) => sum + Number(recorded['score']), 0)).toBe(200);
    expect(digest(answers(rollouts))).toBe('2766839973f2a630');
    expect(digest(rollouts.flatMap(({ golds }) => golds))).toBe('cc0597c46c9457a2');
    expect(digest(rollouts.map(({ recorded }) => String(recorded['key'])))).toBe('7f787298f8a62a10');
    await expectRead(found);
    await file.close();
  });

  it('fireact, one text', async () => {
    const found = await read(
      'fireact/hotpotqa_dev_0_500_llama_models_lora_llama-2-7b-d_1000_0.7_2023-09-19-00-49-36.json',
    );
    const { file, rollouts } = found;
    expect([file.container.chosen.id, file.dialect.chosen.id, rollouts.length]).toEqual([
      'fireact',
      'react',
      500,
    ]);
    expect(queries(rollouts)).toEqual({ search: 1252 });
    expect([segments(rollouts, 'answer'), segments(rollouts, 'notice')]).toEqual([500, 26]);
    expect([marks(rollouts, 'verdict'), marks(rollouts, 'reflection')]).toEqual([500, 26]);
    expect(turnsOf(rollouts).filter(({ error }) => error === 'None')).toHaveLength(18);
    expect(turnsOf(rollouts).flatMap(({ documents }) => documents)).toHaveLength(1252 - 18);
    expect(rollouts.flatMap(({ anomalies }) => anomalies.map(({ tag }) => tag))).toEqual(['search[']);
    expect(rollouts.reduce((sum, { recorded }) => sum + Number(recorded['score']), 0)).toBe(131);
    expect(digest(answers(rollouts))).toBe('506ea61be870979b');
    expect(digest(rollouts.flatMap(({ golds }) => golds))).toBe('0b7fb9358240c908');
    expect(digest(rollouts.map(({ recorded }) => String(recorded['key'])))).toBe('4bb3e61d2ad85b8c');
    expect(rollouts[0]?.question).toBe('Who created the show with Wendy Schaal doing the voice of Francine?');
    await expectRead(found);
    await file.close();
  });

  it('lats/tot_10it.log', async () => {
    const found = await read('lats/tot_10it.log');
    const { file, rollouts } = found;
    expect([file.container.chosen.id, file.dialect.chosen.id]).toEqual(['lats-log', 'react']);
    expect([found.broken, found.withoutText]).toEqual([0, 1]);
    const tried = rollouts.filter(({ recorded }) => recorded['tried'] !== false);
    const depths = [1, 2, 3, 4, 5].map(
      (depth) => tried.filter(({ recorded }) => recorded['depth'] === depth).length,
    );
    expect([depths, rollouts.length]).toEqual([[5, 5, 5, 4, 5], 24 + 5]);
    const last = tried.map(({ turns }) => turns.at(-1));
    expect(digest(last.map((turn) => turn?.think ?? ''))).toBe('8d10c5636346e20b');
    const asked = last.map((turn) => turn?.queries[0]);
    expect(digest(asked.map((query) => `${query?.operator ?? ''}[${query?.text ?? ''}]`))).toBe(
      '2074fcab40a08144',
    );
    expect(digest(last.map((turn) => turn?.error ?? turn?.documents[0]?.text ?? ''))).toBe(
      '9b1f96834f4f08f0',
    );
    expect(last.filter((turn) => turn?.error === null)).toHaveLength(2);
    // The steps before a candidate are those of its path: one a level.
    expect(tried.every(({ turns, recorded }) => turns.length === recorded['depth'])).toBe(true);
    expect(new Set(rollouts.map(({ question }) => question))).toEqual(
      new Set(["Which magazine was started first Arthur's Magazine or First for Women?"]),
    );
    await expectRead(found);
    await file.close();
  });
});

describe.runIf(corpora !== null)('Self-RAG training rows', () => {
  it('full_output_1005-first30.jsonl', async () => {
    const found = await read('self-rag/full_output_1005-first30.jsonl');
    const { file, rollouts } = found;
    expect([file.container.chosen.id, file.dialect.chosen.id, rollouts.length]).toEqual([
      'self-rag-train',
      'self-rag',
      30,
    ]);
    const said = rollouts.flatMap((rollout) => (rollout.marks ?? []).map(({ text }) => text));
    expect(said).toHaveLength(87);
    expect(digest(said)).toBe('04c09dd1aa19dccb');
    expect(digest(answers(rollouts))).toBe('21697769a07f5626');
    const titles = turnsOf(rollouts).flatMap(({ documents }) => documents.map(({ title }) => title ?? ''));
    expect(digest(titles)).toBe('047fa5a85ddd9e15');
    expect(turnsOf(rollouts).flatMap(({ searches }) => searches)).toHaveLength(6);
    expect(digest(rollouts.map(({ question }) => question ?? ''))).toBe('68074d7bfbfc9239');
    expect(rollouts.flatMap(({ anomalies }) => anomalies)).toEqual([]);
    await expectRead(found);
    await file.close();
  });
});
