/** TRL's GRPO trainer, by `rollout-formats.md` 11; what other tests hold is not repeated. */
import { describe, expect, it } from 'vitest';
import { jsonl } from '../rollouts/opened';
import { all } from './read';

describe("TRL's completions", () => {
  // 11: columns in order, with raw rewards that may be null or NaN, extra columns, and no total.
  it('add up the rewards that are there, and keep extra columns', async () => {
    const row = {
      step: 5,
      prompt: 'Which river?',
      completion: '<think>a</think><answer>Melka</answer>',
      em_reward: 1,
      format_reward: null,
      source: 'nq',
      advantage: -0.5,
    };
    const nan = JSON.stringify({ ...row, em_reward: 0.25 }).replace(
      '"format_reward":null',
      '"format_reward":NaN',
    );
    const { file, rollouts, entries } = await all(
      'completions_00005.jsonl',
      `${JSON.stringify(row)}\n${nan}\n`,
    );
    expect(file.container.chosen.id).toBe('trl-parquet');
    expect(
      rollouts.map(({ recorded }) => [
        recorded['score'],
        recorded['step'],
        recorded['source'],
        recorded['advantage'],
      ]),
    ).toEqual([
      [1, 5, 'nq', -0.5],
      [0.25, 5, 'nq', -0.5],
    ]);
    expect(rollouts[0]?.recorded['group']).toBe(rollouts[1]?.recorded['group']);
    expect(entries[0]?.losses?.map(({ what }) => what).join()).toContain('without their weights');
  });

  // 11: files of consecutive steps can repeat rows; equal prompts of other steps are other groups.
  it('keep groups of different steps apart', async () => {
    const row = { prompt: 'q', completion: '<answer>a</answer>', em_reward: 1, advantage: 0 };
    const { rollouts } = await all(
      'c.jsonl',
      jsonl({ step: 1, ...row }, { step: 2, ...row }, { step: 2, ...row }),
    );
    const groups = rollouts.map(({ recorded }) => recorded['group']);
    expect(groups[0]).not.toBe(groups[1]);
    expect(groups[1]).toBe(groups[2]);
  });

  // 11: tool turns are flattened into the completion, special tokens skipped.
  it('read tool turns that are flattened into the completion', async () => {
    const completion =
      '<tool_call>\n{"name": "search", "arguments": {"query": "zorvia"}}\n</tool_call>\nuser\n<tool_response>\nOn the Melka.\n</tool_response>\nassistant\nThe Melka.';
    const { rollouts } = await all(
      'c.jsonl',
      jsonl({ step: 1, prompt: 'user\nWhich river?\nassistant\n', completion, em_reward: 1, advantage: 0 }),
    );
    expect(rollouts[0]).toMatchObject({
      turns: [{ queries: [{ text: 'zorvia' }], documents: [{ text: 'On the Melka.' }] }, {}],
      answer: { text: 'The Melka.' },
    });
  });

  // 11: wandb's and trackio's table has the same columns, and `image`.
  it('read the table `completions` with an image', async () => {
    const columns = ['step', 'prompt', 'completion', 'em_reward', 'advantage', 'image'];
    const { file, rollouts } = await all(
      'completions_5.table.json',
      JSON.stringify({ columns, data: [[5, 'Which river?', '<answer>Melka</answer>', 1, 0, null]] }),
    );
    expect(file.container.chosen.id).toBe('wandb-table');
    expect(rollouts[0]).toMatchObject({ question: 'Which river?', recorded: { score: 1, step: 5 } });
  });

  // 11: the console's panel is wrapped to the terminal and not to be read by machines.
  it('take no panel of the console for rollouts', async () => {
    const panel =
      '╭──────────────────── Step 5 ────────────────────╮\n│ ┏━━━━━━━━┳━━━━━━━━━━━━┳━━━━━━━━━━━┳━━━━━━━━━━━┓ │\n│ ┃ Prompt ┃ Completion ┃ em_reward ┃ Advantage ┃ │\n│ ┡━━━━━━━━╇━━━━━━━━━━━━╇━━━━━━━━━━━╇━━━━━━━━━━━┩ │\n' +
      '│ │ Which  │ <think>a   │      1.00 │      0.50 │ │\n│ │ river? │ </think>   │           │           │ │\n│ └────────┴────────────┴───────────┴───────────┘ │\n╰─────────────────────────────────────────────────╯\n';
    const { file, rollouts } = await all('train.log', panel);
    expect(file.container.chosen.holds).not.toBe('rollouts');
    expect(rollouts).toEqual([]);
  });
});

describe("TRL's messages", () => {
  const asked = [{ role: 'user', content: 'Which river?' }];
  const call = {
    role: 'assistant',
    content: '',
    tool_calls: [{ type: 'function', function: { name: 'search', arguments: { query: 'zorvia' } } }],
  };
  const read = (...completion: readonly object[]) =>
    all('c.jsonl', jsonl({ prompt: asked, completion, em_reward: 1, step: 1, advantage: 0 }));

  // 11: results are messages of role tool with a name; exceptions are Python's print of a dict.
  it.each([
    ["{'error': 'no such page'}", [], 'no such page'],
    ["[{'title': 'Zorvia', 'text': 'On the Melka.'}]", [['Zorvia', 'On the Melka.']], null],
  ])('read the result %j', async (content, documents, error) => {
    const { rollouts } = await read(
      call,
      { role: 'tool', name: 'search', content },
      { role: 'assistant', content: 'The Melka.' },
    );
    expect(rollouts[0]?.turns[0]?.documents.map(({ title, text }) => [title, text])).toEqual(documents);
    expect(rollouts[0]?.turns[0]?.error).toBe(error);
    expect(rollouts[0]?.answer?.text).toBe('The Melka.');
  });

  // 11: results that would exceed the limit are rolled back, which leaves a call without a response.
  it('read a call without a response', async () => {
    const { rollouts } = await read(call);
    expect(rollouts[0]).toMatchObject({
      answer: null,
      turns: [{ queries: [{ text: 'zorvia' }], documents: [], observation: null }],
    });
  });
});

describe("TRL's metrics", () => {
  // 11: names of metrics; those of evaluations begin with `eval_`.
  it('are read of the lines that the trainer prints', async () => {
    const values = {
      num_tokens: 1843,
      'completions/mean_terminated_length': 210.5,
      'completions/clipped_ratio': 0.125,
      'rewards/em_reward/mean': 0.5,
      'rewards/em_reward/std': 0.25,
      reward: 0.75,
      frac_reward_zero_std: 0.5,
      'tools/failure_frequency': 0,
      'clip_ratio/high_max': 0.01,
    };
    const evaluated = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`eval_${name}`, value]),
    );
    const line = (record: object): string => `${JSON.stringify(record).replaceAll('"', "'")}\n`;
    const { file, entries } = await all('train.log', line(values) + line(evaluated));
    expect(file.container.chosen.id).toBe('metric-lines');
    expect(entries.map(({ measured }) => measured?.values)).toEqual([values, evaluated]);
  });
});
