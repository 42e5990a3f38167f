import { describe, expect, it } from 'vitest';
import { RolloutPositions } from '../../../../core/rollouts/positions';
import type { Entry } from '../../../../core/rollouts/rollout-file';
import { entriesOf, jsonl, opened } from '../../rollouts/opened';

const whats = ({ losses = [] }: Entry): string[] => losses.map(({ kind, what }) => `${kind} ${what}`);

describe('R1-Searcher evaluation files', () => {
  const row = {
    question: 'Which river crosses Zorvia?',
    answer: 'Melka',
    pred_ans: 'Melka',
    stop_reason_final: 'finished',
    gen_text_store: 'I look.</think>\n<answer> Melka </answer>',
  };

  it('say by their name how they were sampled', async () => {
    const name = 'hotpotqa-exp1global_step_20_base_temp0.6_type2.jsonl';
    const [entry] = await entriesOf(await opened(name, jsonl(row)));
    expect(entry?.rollouts[0]?.recorded).toMatchObject({ temperature: 0.6, type: '2' });
    const [other] = await entriesOf(await opened('hotpotqa.jsonl', jsonl(row)));
    expect(Object.keys(other?.rollouts[0]?.recorded ?? {})).toEqual(['pred_ans', 'stop_reason_final']);
  });

  it('say what is cut of runs that were stopped, whose text stands elsewhere', async () => {
    const { gen_text_store: _text, ...rest } = row;
    const stopped = {
      ...rest,
      stop_reason_final: 'many_retrieve',
      pred_ans: "I don't know.",
      generated_text: 'I look',
    };
    const [entry, finished] = await entriesOf(await opened('a.jsonl', jsonl(stopped, row)));
    expect(entry?.rollouts[0]?.text).toBe('I look');
    expect(entry && whats(entry)).toEqual([
      'absent the prompt, and the opening `<think>`, which belongs to it',
      'cut the end of rollouts that were stopped (`stop_reason_final`)',
    ]);
    expect(finished && whats(finished)).toHaveLength(1);
  });
});

describe("the log of R1-Searcher's reward server", () => {
  const prefix = 'INFO 03-14 09:26:53 reward_server_qwen.py:120] ';
  const sent = "INFO 03-14 09:26:54 reward_server_qwen.py:131] Sent JSON: {'rewards': [1.0, -0.5]}";
  const text =
    '<|im_start|>system\ns<|im_end|>\n<|im_start|>user\nQuestion: Which river crosses Zorvia?<|im_end|>\n' +
    '<|im_start|>assistant\n<think>I lôok.\n\n</think>\n<answer> Melka </answer><|im_end|>';
  // The formatter replaces each line end by CR, LF and the prefix.
  const logged = `${prefix}queries[0]: ${text.replaceAll('\n', `\r\n${prefix}`)}\n`;

  it('gives the text of each request without its prefixes, and its reward', async () => {
    const file = await opened(
      'server.log',
      `started\n${logged}print of something\n${sent}\n${logged}INFO 03-14 09:26:55 other.py:1] x\n`,
    );
    expect(file.container.chosen.id).toBe('r1-searcher-log');
    const entries = await entriesOf(file);
    expect(entries.map(({ rollouts }) => rollouts[0]?.text)).toEqual([text, text]);
    expect(entries[0]?.rollouts[0]?.question).toBe('Which river crosses Zorvia?');
    expect(entries[0]?.rollouts[0]?.recorded).toEqual({
      score: 1,
      time: '03-14 09:26:53',
      rewards: [1, -0.5],
    });
    expect(entries[1] && whats(entries[1])).toContain('absent the score of requests without `Sent JSON`');
  });

  it('maps a text to its lines in the file', async () => {
    const file = await opened('server.log', logged);
    const [entry] = await entriesOf(file);
    const [rollout] = entry?.rollouts ?? [];
    if (!entry || !rollout) throw new Error('not read');
    const position = new RolloutPositions(entry.record, rollout).toFile(rollout.text.indexOf('Melka'));
    expect(logged.split('\n')[position.line]?.slice(position.character)).toMatch(/^Melka <\/answer>/);
    expect(position.line).toBe(text.slice(0, text.indexOf('Melka')).split('\n').length - 1);
  });

  it.each(['', 'queries[0]: a\n', 'INFO 03-14 09:26:53 a.py:1] queries[1]: a\n'])(
    'is not seen in %j',
    async (content) => {
      expect((await opened('server.log', content)).container.chosen.id).not.toBe('r1-searcher-log');
    },
  );
});
