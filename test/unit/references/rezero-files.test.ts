/** Files of ReZero and its port, by `rollout-formats.md` 7 and 9; what other tests hold is not repeated. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { directories } from '../../../core/containers/packed/directories';
import { openRolloutFile } from '../../../core/rollouts/open';
import { zipOf } from '../containers/packed/zip';
import { entriesOf, jsonl, opened } from '../rollouts/opened';

const SYSTEM = 'Cutting Knowledge Date: December 2023\nToday Date: 09 Apr 2025\n\nYou help.';
const ASK =
  'Think in <think> and </think>, then search in <search> and </search> or answer in <answer> and </answer>.\n' +
  'Question: Which river crosses Zorvia?\n';
const INFO = '<information>Result 1:\nZorvia lies on the Melka.\n------\n</information>';

describe('the files of ReZero', () => {
  // 7.3: the example line.
  const messages = [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: ASK },
    { role: 'assistant', content: '<think>a</think>\n<search>zorvia river</search>' },
    { role: 'user', content: INFO },
    { role: 'assistant', content: '<think>b</think>\n<answer>Melka</answer>' },
  ];
  const row = { timestamp: '20250409_101500', prompt: 'Which river crosses Zorvia?', messages };
  const OTHERS = 'it lists the whole batch’s'.replace('’', "'");

  it('hold the example of the reference', async () => {
    const metadata = { search_counts: [1], violations: [false], optimal_search_count: 5 };
    const file = await opened(
      'chat_states_retry.jsonl',
      jsonl({ ...row, reward_type: 'retry', reward: 0.35, metadata }),
    );
    expect([file.container.chosen.id, file.dialect.chosen.id]).toEqual(['rezero-chat-states', 'rezero']);
    const [entry] = await entriesOf(file);
    // Six rewards are computed, each row holds one, and no id joins the rows.
    expect(entry?.losses?.map(({ what }) => what)).toEqual([
      'the total reward: a row holds the one that `reward_type` names, as `score`',
    ]);
    expect(entry?.rollouts[0]).toMatchObject({
      question: 'Which river crosses Zorvia?',
      answer: { text: 'Melka' },
      turns: [
        {
          queries: [{ text: 'zorvia river' }],
          documents: [{ rank: 1, title: null, text: 'Zorvia lies on the Melka.' }],
        },
        {},
      ],
      recorded: {
        score: 0.35,
        reward_type: 'retry',
        metadata: { search_counts: 1, violations: false, optimal_search_count: 5 },
      },
    });
  });

  // 7.3: metadata is the whole batch's: what differs in it belongs to no row, and lists may be of different lengths.
  it.each([
    [
      'correctness',
      true,
      1,
      {
        teacher_answers: ['Melka', 'Orso'],
        validation_results: { is_assistant: [true, true], might_be_correct: [true, false] },
      },
      { validation_results: { is_assistant: true } },
      ['teacher_answers', 'validation_results.might_be_correct'],
    ],
    [
      'format',
      0,
      0,
      {
        validation_results: {
          has_think: [true, true],
          has_answer: [true],
          has_invalid_tags: [],
          ends_properly: [false, true],
        },
      },
      { validation_results: { has_think: true, has_answer: true } },
      ['validation_results.ends_properly'],
    ],
    [
      'em_chunk_last',
      1,
      1,
      { supporting_paragraphs: ['p', 'p'], found_last_paragraph_statuses: [{ p: true }, { p: false }] },
      { supporting_paragraphs: 'p' },
      ['found_last_paragraph_statuses'],
    ],
    [
      'search_strategy',
      0.6,
      0.6,
      {
        validation_results: {
          initial_search: [true, false],
          info_processing: [1, 2],
          final_synthesis: [true, true],
        },
      },
      { validation_results: { final_synthesis: true } },
      ['validation_results.initial_search', 'validation_results.info_processing'],
    ],
  ])('tell of %s what is true of every row', async (type, reward, score, metadata, own, left) => {
    const file = await opened(
      `chat_states_${type}.jsonl`,
      jsonl({ ...row, reward_type: type, reward, metadata }),
    );
    const [entry] = await entriesOf(file);
    expect(entry?.rollouts[0]?.recorded).toEqual({
      score,
      timestamp: row.timestamp,
      reward_type: type,
      metadata: own,
    });
    const losses = (entry?.losses ?? []).map(({ what }) => what).filter((what) => what.includes(OTHERS));
    expect(losses.map((what) => /`metadata\.([\w.]+)`/.exec(what)?.[1])).toEqual(left);
  });

  // 7.2: `data/questions.jsonl`. 9: the port's lack the paragraphs.
  it.each([
    [
      'ReZero',
      {
        id: 1,
        question: 'Which river?',
        answer: 'Melka',
        supporting_paragraphs: ['Zorvia lies on the Melka.'],
      },
    ],
    ['rag-model-training', { id: '1', question: 'Which river?', answer: 'Melka' }],
  ])('are questions in the sets of %s', async (_whose, question) => {
    const file = await opened('questions.jsonl', jsonl(question, question));
    expect(file.container.chosen).toMatchObject({ id: 'questions', holds: 'questions' });
  });

  // 7.3: lines of `logs/app.log` and of the console; 9: the port's lack the signs. Lists and texts are no metrics.
  const at = (message: string): string =>
    `2025-04-09 at 10:15:00 | INFO | src.rewards:reward:98 - ${message}\n`;
  it.each([
    ['Average correctness: 0.50', { 'Average correctness': 0.5 }],
    [
      'Format reward metrics - Mean: 0.667, Valid formats: 4.0/6',
      { 'Format reward metrics - Mean': 0.667, 'Valid formats': 4, 'Valid formats (of)': 6 },
    ],
    [
      'Retry behavior rewards: 0.433 ± 0.210',
      { 'Retry behavior rewards': 0.433, 'Retry behavior rewards (±)': 0.21 },
    ],
    ['Search strategy metrics - Mean: 0.400', { 'Search strategy metrics - Mean': 0.4 }],
    [
      'Search diversity metrics - Mean reward: 0.310, Max reward: 0.700',
      { 'Search diversity metrics - Mean reward': 0.31, 'Max reward': 0.7 },
    ],
  ])('hold metrics in %s', async (message, values) => {
    const noise = [
      'Correctness metrics: [True, False]',
      'Search counts distribution: [1, 2]',
      '🔍 Search Query: zorvia',
      'Search Query: zorvia',
      'ℹ️ Information: <information>Result 1:',
      'Information: <information>Result 1:',
      'Appended message',
    ];
    const log = noise.map(at).join('') + 'Zorvia lies on the Melka.\n------\n</information>\n' + at(message);
    for (const content of [
      log,
      log
        .replaceAll('| INFO |', '| \u001b[1mINFO    \u001b[0m |')
        .replace(/^(\S+ at \S+)/gm, '\u001b[32m$1\u001b[0m'),
    ]) {
      const file = await opened('app.log', content);
      expect([file.container.chosen.id, file.container.chosen.holds]).toEqual(['metric-lines', 'metrics']);
      expect((await entriesOf(file)).flatMap(({ measured }) => (measured ? [measured.values] : []))).toEqual([
        values,
      ]);
    }
  });

  // 7.3: information in the log is no rollout, where no line holds a metric either; on the console it has colours.
  it.each([
    '2025-04-09 at 10:15:00 | INFO | ',
    '\u001b[32m2025-04-09 at 10:15:00\u001b[0m | \u001b[1mINFO    \u001b[0m | ',
  ])('hold no rollouts in lines that begin with %j', async (head) => {
    const log = `${head}src.agent:run:98 - ℹ️ Information: <information>Result 1:\nOn the Melka.\n------\n</information>\n`;
    expect((await opened('app.log', log)).container.chosen.holds).not.toBe('rollouts');
  });

  // 7.3: the log is rotated and then zipped.
  it('hold metrics in a log that was zipped', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rezero-test-'));
    try {
      const path = join(folder, 'app.2025-04-09_10-15-00_000001.log.zip');
      writeFileSync(path, zipOf([{ name: 'app.log', bytes: at('Average correctness: 0.50') }]));
      const file = await openRolloutFile(path);
      expect(file.container.chosen.id).toBe('metric-lines');
      expect((await entriesOf(file)).map(({ measured }) => measured?.values)).toEqual([
        { 'Average correctness': 0.5 },
      ]);
      await file.close();
    } finally {
      rmSync(folder, { recursive: true });
      directories.clear();
    }
  });

  // 7.3: the wandb table of completions, whose `step` is a string.
  it('hold the completions of the older trainer as a table', async () => {
    const table = {
      columns: ['step', 'prompt', 'completion', 'reward'],
      data: [['3', 'Which river?', '<think>a</think><answer>Melka</answer>', 8.5]],
    };
    const file = await opened('completions_3.table.json', JSON.stringify(table));
    expect(file.container.chosen.id).toBe('wandb-table');
    const [entry] = await entriesOf(file);
    expect(entry?.rollouts[0]).toMatchObject({
      question: 'Which river?',
      answer: { text: 'Melka' },
      recorded: { score: 8.5, step: 3 },
    });
  });

  // 7.3: the optional QA log labels its lines with signs.
  it('hold questions and verdicts in the log with signs', async () => {
    const block = (question: string, reply: string): string =>
      `❓ Question: ${question}\n✅ Correct Answer: Melka\n🧑‍🎓 Student Answer: <answer>Melka</answer>\n🔍 Verifier said: ${reply}\n${'-'.repeat(40)}\n`;
    const file = await opened('qa.log', block('Which river?', 'Yes.') + block('And Orso?', 'no'));
    expect(file.container.chosen.id).toBe('autodidact-log');
    const rollouts = (await entriesOf(file)).flatMap((entry) => entry.rollouts);
    expect(
      rollouts.map(({ question, golds, answer, recorded }) => [
        question,
        golds,
        answer?.text,
        recorded['score'],
      ]),
    ).toEqual([
      ['Which river?', ['Melka'], 'Melka', 1],
      ['And Orso?', ['Melka'], 'Melka', 0],
    ]);
  });
});
