import { describe, expect, it } from 'vitest';
import { ownMetadata } from '../../../../core/containers/rezero/batch';
import type { Entry } from '../../../../core/rollouts/rollout-file';
import { RolloutPositions } from '../../../../core/rollouts/positions';
import { entriesOf, jsonl, opened } from '../../rollouts/opened';

const whats = ({ losses = [] }: Entry): string[] => losses.map(({ kind, what }) => `${kind} ${what}`);

const messages = [
  { role: 'system', content: 'Cutting Knowledge Date: December 2023' },
  { role: 'user', content: 'Use <search> or <answer>. Question: Which river crosses Zorvia?\n' },
  { role: 'assistant', content: '<think>a</think>\n<search>zorvia river</search>' },
  { role: 'user', content: '<information>Result 1:\nZorvia lies on the Melka.\n------\n</information>' },
  { role: 'assistant', content: '<think>b</think>\n<answer>Melka</answer>' },
];

describe('ReZero chat states', () => {
  const row = {
    timestamp: '20250409_101500',
    reward_type: 'retry',
    prompt: 'Which river crosses Zorvia?',
    messages,
    reward: 0.35,
    metadata: { search_counts: [1, 2], violations: [false, false], optimal_search_count: 5 },
  };

  it('keep of the batch what is true of each of its rows, and say what is not known', async () => {
    const file = await opened('logs/chat_states/chat_states_retry.jsonl', jsonl(row));
    expect(file.container.chosen.id).toBe('rezero-chat-states');
    const [entry] = await entriesOf(file);
    expect(entry?.rollouts[0]?.recorded).toEqual({
      score: 0.35,
      timestamp: '20250409_101500',
      reward_type: 'retry',
      metadata: { violations: false, optimal_search_count: 5 },
    });
    expect(entry && whats(entry)).toContain(
      "absent the row's own `metadata.search_counts`: it lists the whole batch's, and no row says its place",
    );
  });

  it('read true and false as rewards, and the teacher where the batch has one', async () => {
    const metadata = {
      teacher_answers: ['Melka', 'Melka'],
      validation_results: { has_answer: [true, false] },
    };
    const file = await opened(
      'a.jsonl',
      jsonl({ ...row, reward_type: 'correctness', reward: true, metadata }),
    );
    const [entry] = await entriesOf(file);
    expect(entry?.rollouts[0]?.recorded['score']).toBe(1);
    expect(entry?.rollouts[0]?.golds).toEqual(['Melka']);
    expect(entry && whats(entry)).toContain(
      "absent the row's own `metadata.validation_results.has_answer`: it lists the whole batch's, and no row says its place",
    );
  });

  it('give the information of a user message to the environment, and an error of the system as well', async () => {
    const chat = [...messages, { role: 'system', content: 'Error during post-processing: x' }];
    const [entry] = await entriesOf(await opened('a.jsonl', jsonl({ ...row, messages: chat })));
    const [rollout] = entry?.rollouts ?? [];
    const authors = (words: string): string | undefined => {
      const at = rollout?.text.indexOf(words) ?? -1;
      return rollout?.parts.find(({ start, end }) => at >= start && at < end)?.by;
    };
    expect(authors('Result 1')).toBe('environment');
    expect(authors('Error during')).toBe('environment');
    expect(authors('zorvia river')).toBe('policy');
    expect(authors('Use <search>')).toBe('prompt');
  });

  it('say what is wrong with messages', async () => {
    const file = await opened(
      'a.jsonl',
      jsonl(row, { ...row, messages: [1] }, { ...row, messages: [] }, row),
    );
    const entries = await entriesOf(file);
    expect(entries[1]?.fault?.message).toBe('`messages` is a list and no list of chat messages');
    expect(entries[2]?.withoutText).toBe("`messages` holds no assistant's turn");
  });

  it('never names a value that differs within a batch', () => {
    const { own, left } = ownMetadata({
      a: [1, 1],
      b: [],
      c: [{ x: 1 }, { x: 2 }],
      d: 'e',
      f: { g: [null] },
    });
    expect(own).toEqual({ a: 1, d: 'e', f: { g: null } });
    expect(left).toEqual(['c']);
  });
});

describe('ReZero evaluation', () => {
  const repr =
    "[{'role': 'user', 'content': 'Question: q?\\n'}, {'role': 'assistant', 'content': \"<think>it's</think>\\n<search>a</search>\"}, " +
    "{'role': 'user', 'content': '<information>Result 1:\\nx\\n------\\n</information>'}, {'role': 'assistant', 'content': '<answer>Mélka</answer>'}]";
  const item = {
    question_id: 3,
    question: 'Which river crosses Zorvia?',
    is_correct: true,
    final_response: '<answer>Mélka</answer>',
    chat_state: { messages: repr, finished: true },
  };

  it("reads the chat that stands as Python's repr in a string", async () => {
    const file = await opened('lora_model_debug_1.json', JSON.stringify([item], null, 2));
    expect(file.container.chosen.id).toBe('rezero-eval');
    const [entry] = await entriesOf(file);
    const [rollout] = entry?.rollouts ?? [];
    expect(rollout?.text).toContain("<think>it's</think>\n<search>a</search>");
    expect(rollout?.answer?.text).toBe('Mélka');
    expect(rollout?.recorded).toEqual({
      score: 1,
      question_id: 3,
      is_correct: true,
      final_response: '<answer>Mélka</answer>',
      finished: true,
    });
    const record = await file.recordAt(0);
    if (!record || !rollout) throw new Error('not read');
    const start = record.text.indexOf('"[{');
    expect(new RolloutPositions(record, rollout).toFile(rollout.text.indexOf('Mélka')).byte).toBe(
      record.byteStart + Buffer.byteLength(record.text.slice(0, start)),
    );
  });

  it('names the character where a repr is broken', async () => {
    const broken = { ...item, chat_state: { messages: "[{'role': 'user', 'content': 'x" } };
    const [entry] = await entriesOf(await opened('x.json', JSON.stringify([broken])));
    expect(entry?.fault?.message).toMatch(
      /^`chat_state.messages` is no list as Python writes it: at character \d+/,
    );
  });

  it('reads the list of results, which is shortened', async () => {
    const text =
      'EVALUATION RESULTS\n==================\nTotal questions: 2\nCorrect: 1\n\n' +
      `Q1: Which river crosses Zorvia?\nCorrect: ✓\nResponse: <think>a</think>\n<answer>Melka</ans...\n${'-'.repeat(40)}\n` +
      `Q2: And Orso?\nCorrect: ✗\nResponse: no\n${'-'.repeat(40)}\n`;
    for (const content of [text, text.replaceAll('\n', '\r\n')]) {
      const file = await opened('base_model_results_1.txt', content);
      expect(file.container.chosen.id).toBe('rezero-eval');
      const entries = await entriesOf(file);
      expect(entries.map(({ rollouts }) => rollouts[0]?.recorded)).toEqual([
        { score: 1, question_id: 1 },
        { score: 0, question_id: 2 },
      ]);
      expect(entries.map(({ rollouts }) => rollouts[0]?.question)).toEqual([
        'Which river crosses Zorvia?',
        'And Orso?',
      ]);
      expect(entries[0] && whats(entries[0])).toContain(
        'cut question and response, which the file shortens to 100 and 150 characters',
      );
      expect(entries[1]?.rollouts[0]?.text).toBe('no');
    }
  });
});

describe("AutoDidact's logs", () => {
  const block = (question: string, gold: string, student: string, verifier: string): string =>
    `Question: ${question}\nCorrect Answer: ${gold}\nStudent Answer: ${student}\nVerifier said: ${verifier}\n${'-'.repeat(40)}\n`;

  it('are read block by block, values over several lines', async () => {
    const forged = 'It is\nQuestion: the Melka.\nVerifier said: Yes\n\nend';
    const text =
      block('Which river\ncrosses Zorvia?', 'Melka', forged, 'No, it\nis wrong.') +
      block('And Orso?', 'none', `a\n${'-'.repeat(40)}\nb`, 'YES');
    for (const content of [text, text.replaceAll('\n', '\r\n')]) {
      const nl = content === text ? '\n' : '\r\n';
      const file = await opened('qa_log.txt', content);
      expect(file.container.chosen.id).toBe('autodidact-log');
      const entries = await entriesOf(file);
      const [first, second] = entries.map(({ rollouts }) => rollouts[0]);
      expect(entries).toHaveLength(2);
      expect(first?.question).toBe(`Which river${nl}crosses Zorvia?`);
      expect(first?.text).toBe(forged.replaceAll('\n', nl));
      expect(first?.golds).toEqual(['Melka']);
      expect(first?.recorded).toEqual({ score: 0, verifier: `No, it${nl}is wrong.` });
      expect(second?.text).toBe(`a${nl}${'-'.repeat(40)}${nl}b`);
      expect(second?.recorded).toEqual({ score: 1, verifier: 'YES' });
    }
  });

  it('say that only the last message is there', async () => {
    const [entry] = await entriesOf(await opened('qa_log.txt', block('q', 'g', 's', 'yes')));
    expect(entry && whats(entry)).toContain(
      'absent the searches and their results: the log keeps the last message alone',
    );
  });

  it('read the log of the reward function', async () => {
    const one = (student: string): string =>
      `\n${'='.repeat(80)}\n\nQuestion: Which river crosses Zorvia?\nStudent Answer: ${student}\nAnswer: Melka\nCorrect!\n`;
    const file = await opened('reward_func.log', one('Melka') + one('I do\nnot know'));
    expect(file.container.chosen.id).toBe('autodidact-log');
    const rollouts = (await entriesOf(file)).flatMap((entry) => entry.rollouts);
    expect(rollouts.map(({ text }) => text)).toEqual(['Melka', 'I do\nnot know']);
    expect(rollouts[1]?.golds).toEqual(['Melka']);
    expect(rollouts[1]?.recorded).toEqual({ verdict: 'Correct!' });
  });

  it('are found again at their places', async () => {
    const text = block('é?', 'g', 'the\nanswer', 'yes') + block('q2', 'g', 'other', 'no');
    const file = await opened('qa_log.txt', text);
    for (const { rollouts } of await entriesOf(file)) {
      const [rollout] = rollouts;
      const record = rollout && (await file.recordAt(rollout.index));
      if (!record) throw new Error('not read');
      const { byte } = new RolloutPositions(record, rollout).toFile(0);
      expect(Buffer.from(text).subarray(byte).toString().startsWith(rollout.text)).toBe(true);
    }
  });
});
