import { describe, expect, it } from 'vitest';
import type { Entry, RolloutFile } from '../../../../core/rollouts/rollout-file';
import { entriesOf, jsonl, opened } from '../../rollouts/opened';

async function all(
  name: string,
  content: string,
): Promise<{ readonly file: RolloutFile; readonly entries: Entry[] }> {
  const file = await opened(name, content);
  return { file, entries: await entriesOf(file) };
}

const measured = (entries: readonly Entry[]): unknown[] => entries.map((entry) => entry.measured);
const whats = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ losses = [] }) => losses.map(({ kind, what }) => `${kind} ${what}`));

describe("verl's file logger", () => {
  it('is read step by step', async () => {
    const content = jsonl(
      { step: 1, data: { 'actor/kl_loss': 0.003, 'training/global_step': 1, 'x/y': -1 } },
      { step: 2, data: { 'actor/kl_loss': null, 'x/y': true } },
    ).replace('0.003', 'NaN');
    const { file, entries } = await all('exp.jsonl', content);
    expect([file.container.chosen.id, file.container.chosen.holds]).toEqual(['verl-metrics', 'metrics']);
    expect(measured(entries)).toEqual([
      { step: 1, values: { 'actor/kl_loss': NaN, 'training/global_step': 1, 'x/y': -1 } },
      { step: 2, values: { 'x/y': 1 } },
    ]);
    expect(whats(entries)).toEqual(['cut values that are no numbers are left out']);
  });

  it('is not seen in records that hold more, or other things', async () => {
    for (const record of [
      { step: 1, data: { text: 'a' } },
      { step: 1, data: { 'a/b': {} } },
      { step: 1, data: { 'a/b': 1 }, more: { text: 'a' } },
      { step: 1, data: { 'a/b': 1 }, text: 'a'.repeat(201) },
      { step: 'x', data: { 'a/b': 1 } },
    ]) {
      expect((await opened('x.jsonl', jsonl(record))).container.chosen.id).not.toBe('verl-metrics');
    }
  });
});

describe('trainer states', () => {
  const state = {
    best_metric: null,
    epoch: 1,
    global_step: 2,
    log_history: [
      { epoch: 0.5, loss: 0.1, learning_rate: 1e-6, step: 1 },
      { epoch: 1, loss: null, step: 2, reward: 0.5 },
      { epoch: 1, step: 2, train_runtime: 12.5 },
    ],
    trial_name: 'log_history',
  };

  it.each([0, 2])('are read event by event (indent %i)', async (indent) => {
    const content = JSON.stringify(state, null, indent)
      .replace('"loss":null', '"loss":NaN')
      .replace('"loss": null', '"loss": NaN');
    const { file, entries } = await all('trainer_state.json', content);
    expect(file.container.chosen.id).toBe('trl-metrics');
    expect(measured(entries)).toEqual([
      { step: 1, values: { epoch: 0.5, loss: 0.1, learning_rate: 1e-6 } },
      { step: 2, values: { epoch: 1, loss: NaN, reward: 0.5 } },
      { step: 2, values: { epoch: 1, train_runtime: 12.5 } },
    ]);
    for (const { place, record } of entries) {
      const bytes = Buffer.from(content).subarray(place.byteStart, place.byteEnd).toString();
      expect(bytes).toBe(record.text);
      expect(content.split('\n')[place.line]?.slice(place.character ?? 0)).toBe(
        record.text.split('\n')[0] + (indent === 0 ? content.slice(place.byteEnd) : ''),
      );
    }
    const again = await opened('trainer_state.json', content);
    expect((await again.entryAt(2))?.measured).toEqual(measured(entries)[2]);
    expect(await again.recordAtLine(0)).toBe(indent === 0 ? 2 : null);
  });

  it('say where a file is torn', async () => {
    const { entries } = await all('trainer_state.json', JSON.stringify(state).slice(0, 180));
    expect(measured(entries)[0]).toMatchObject({ step: 1 });
    expect(entries.at(-1)?.fault?.message).toMatch(/the file ends/);
  });

  it('are not seen in the steps of an agent', async () => {
    const record = {
      id: 1,
      steps: [
        { step: 1, action: 'search' },
        { step: 2, action: 'answer' },
      ],
    };
    expect((await opened('a.json', JSON.stringify(record))).container.chosen.id).not.toBe('trl-metrics');
    const rollout = { messages: [{ role: 'assistant', content: '"log_history": [{"step": 1, "loss": 2}]' }] };
    expect((await opened('a.json', JSON.stringify(rollout))).container.chosen.holds).toBe('rollouts');
  });
});

describe('metric lines', () => {
  it('of verl are read whatever stands before them, and `training/global_step:` begins none', async () => {
    const log =
      'step: something else\n' +
      '\u001b[36m(TaskRunner pid=15052)\u001b[0m step:0 - val-core/openai/gsm8k/acc/mean@1:0.234 - val-aux/num_turns/min:2\n' +
      '(TaskRunner pid=1, ip=10.0.0.7) step:12 - critic/rewards/mean:np.float64(0.4375) - training/global_step:12 - actor/lr:1e-07 - x/n:np.int64(3) - y/b:True - bad/v:oops\n' +
      '(WorkerDict pid=9) step:13 - fake/metric:1.0\n' +
      '\r  25%|██▌       | 1/4 [00:00<00:00,  6.66it/s]step:14 - a/nan:nan - a/inf:-inf - a/old:2.31000000e-04\r\n' +
      'training/global_step:15 - a/b:1\n' +
      'I think step:16 - a/b:1\n' +
      'step:17 - reward:1\n';
    const { file, entries } = await all('run.log', log);
    expect([file.container.chosen.id, file.container.chosen.holds]).toEqual(['metric-lines', 'metrics']);
    expect(measured(entries)).toEqual([
      { step: 0, values: { 'val-core/openai/gsm8k/acc/mean@1': 0.234, 'val-aux/num_turns/min': 2 } },
      {
        step: 12,
        values: {
          'critic/rewards/mean': 0.4375,
          'training/global_step': 12,
          'actor/lr': 1e-7,
          'x/n': 3,
          'y/b': 1,
        },
      },
      { step: 14, values: { 'a/nan': NaN, 'a/inf': -Infinity, 'a/old': 0.000231 } },
    ]);
    expect(whats(entries)).toEqual(['cut pairs of a metric line whose value is no number are left out']);
    expect(entries.every(({ rollouts }) => rollouts.length === 0)).toBe(true);
  });

  it('leave out the last value of a line that the file ends in', async () => {
    const { entries } = await all('run.log', 'step:1 - a/b:0.5 - c/d:1.75');
    expect(measured(entries)).toEqual([{ step: 1, values: { 'a/b': 0.5 } }]);
    expect(whats(entries)).toEqual([
      'cut the last value of a line that the file ends in is left out: it may be cut',
    ]);
    expect(measured((await all('run.log', 'step:1 - a/b:0.5 - c/d:1.75\n')).entries)).toEqual([
      { step: 1, values: { 'a/b': 0.5, 'c/d': 1.75 } },
    ]);
  });

  it('of transformers are Python dicts, with numbers in quotes since version 5', async () => {
    const log =
      "  0%|          | 0/4 [00:00<?, ?it/s]\r 25%|██▌       | 1/4 [00:00<00:00,  6.66it/s]\r    \r{'loss': 0.0421, 'learning_rate': 9.5e-07, 'kl': None, 'epoch': 0.05}\n" +
      "{'loss': '0.0421', 'num_tokens': '1.843e+04', 'rewards/em_reward/mean': 'nan', 'epoch': '0.05'}\n" +
      "{'train_runtime': 12.5, 'train_loss': 0.1, 'epoch': 1.0}\n" +
      "{'error': 'loss'}\n{'loss': \n";
    const { file, entries } = await all('train.log', log);
    expect(file.container.chosen.id).toBe('metric-lines');
    expect(measured(entries)).toEqual([
      { step: 1, values: { loss: 0.0421, learning_rate: 9.5e-7, epoch: 0.05 } },
      { step: null, values: { loss: 0.0421, num_tokens: 18430, 'rewards/em_reward/mean': NaN, epoch: 0.05 } },
      { step: null, values: { train_runtime: 12.5, train_loss: 0.1, epoch: 1 } },
    ]);
    expect(whats(entries)[0]).toBe(
      'guessed `step` is the count of the progress bar before the line, which lags at times',
    );
  });

  it.each([
    [
      '03/14/2025 09:26:53 - INFO - __main__ -   Step: 100, LR: 2e-05, Loss: 0.532',
      100,
      { LR: 2e-5, Loss: 0.532 },
    ],
    ['  Step: 7, LR: 1e-05, Loss: 1.5', 7, { LR: 1e-5, Loss: 1.5 }],
    ['step: 50  loss: 0.25', 50, { loss: 0.25 }],
    ['Epoch 2 avg_loss: 0.125', null, { epoch: 2, avg_loss: 0.125 }],
    ['03/14/2025 09:26:53 - INFO - __main__ -   Loss:0.75 ', null, { Loss: 0.75 }],
    ['03/14/2025 09:26:53 - INFO - __main__ - Epoch 1 Loss:0.5 ', null, { epoch: 1, Loss: 0.5 }],
    [
      '2025-04-09 at 10:15:00 | INFO | src.rewards:reward_format:98 - Format reward metrics - Mean: 0.667, Valid formats: 4.0/6',
      null,
      { 'Format reward metrics - Mean': 0.667, 'Valid formats': 4, 'Valid formats (of)': 6 },
    ],
    [
      '2025-04-09 10:15:00 | INFO     | src.rewards:reward_retry:150 - Retry behavior rewards: 0.433 ± 0.210',
      null,
      { 'Retry behavior rewards': 0.433, 'Retry behavior rewards (±)': 0.21 },
    ],
    [
      'Train epoch [1/1]:  25%|██▌   | 1/4 [00:10<00:30, 10.1s/it, pg=-0.0132, rm=0.41, ret=0.5, glen=210, tlen=900, kl=0.001, act_lr=1e-7]',
      null,
      { pg: -0.0132, rm: 0.41, ret: 0.5, glen: 210, tlen: 900, kl: 0.001, act_lr: 1e-7 },
    ],
  ])('are read of %s', async (line, step, values) => {
    const { file, entries } = await all('logs.log', `start\n${line}\n`);
    expect(file.container.chosen.id).toBe('metric-lines');
    expect(measured(entries)).toEqual([{ step, values }]);
  });

  it.each([
    'Loss:0.75',
    'Epoch 1 Loss:0.5',
    'The loss: it grew',
    "{'question': 'loss'}",
    'Average correctness: 0.5',
    'Downloading: 25%|██▌   | 1/4 [00:10<00:30, 10.1s/it, speed=3]',
  ])('are not seen in %s', async (line) => {
    expect((await opened('a.txt', `${line}\n${line}\n`)).container.chosen.id).toBe('none');
  });

  it('point at the container that reads the samples beside them', async () => {
    const block = `${'-'.repeat(32)}\nGolden answers: ['a']\nExtracted answer: a\nSolution string: <think>x</think><answer>a</answer>\n`;
    const file = await opened('run.log', `step:1 - a/b:1\n${block}`, { container: 'metric-lines' });
    expect((await entriesOf(file)).map(({ withoutText }) => withoutText)).toEqual([
      null,
      'a printed sample; name the container `search-r1-log` to read it',
    ]);
  });
});
