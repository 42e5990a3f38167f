import { describe, expect, it } from 'vitest';
import { entriesOf, jsonl, opened } from './opened';

const INSTRUCTION =
  'Answer the given question. You must conduct reasoning inside <think> and </think> first every time you get new information. For example, <answer> Beijing </answer>. Question: ';
const BASE =
  'The User asks a question, and the Assistant solves it.\nThe reasoning goes between <think> and </think>.\n\nUser:Which river?\nAssistant: <think>';
const RESPONSE =
  '<think>a</think><search>q</search>\n\n<information>Doc 1(Title: "T") x</information>\n\n<answer>x</answer>';

async function questionsOf(name: string, content: string): Promise<(string | null)[]> {
  const entries = await entriesOf(await opened(name, content));
  return entries.flatMap(({ rollouts }) => rollouts.map(({ question }) => question));
}

describe('question', () => {
  it('is found in a prompt that stands in the same text as the response', async () => {
    const searchR1 = `${INSTRUCTION}which river?\n${RESPONSE}`;
    expect(await questionsOf('a.rollout', searchR1)).toEqual(['which river?']);
    expect(await questionsOf('a.jsonl', jsonl({ log: searchR1 }))).toEqual(['which river?']);
    const r1 = `${BASE}I <|begin_of_query|>x<|end_of_query|></think><answer>M</answer>`;
    expect(await questionsOf('b.rollout', r1)).toEqual(['Which river?']);
  });

  it.each([
    ['ChatML', '<|im_start|>system\ns<|im_end|>\n<|im_start|>user\nwho?<|im_end|>\n<|im_start|>assistant\n'],
    [
      'Llama 3',
      '<|start_header_id|>user<|end_header_id|>\n\nwho?<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n',
    ],
    ['DeepSeek-R1', '<｜User｜>who?<｜Assistant｜>'],
    ['skipped special tokens', 'system\ns\nuser\nwho?\nassistant\n'],
  ])('is what the last user says: %s', async (_template, prompt) => {
    expect(await questionsOf('a.jsonl', jsonl({ log: prompt + RESPONSE }))).toEqual(['who?']);
  });

  it('stays unknown where only the system speaks', async () => {
    const messages = [
      { role: 'system', content: 'You search.' },
      { role: 'assistant', content: RESPONSE },
    ];
    expect(await questionsOf('a.jsonl', jsonl({ messages }))).toEqual([null]);
    const asked = [{ role: 'system', content: 'You search. Question: who?' }, ...messages.slice(1)];
    expect(await questionsOf('a.jsonl', jsonl({ messages: asked }))).toEqual(['who?']);
  });

  it('stays unknown where the text has no prompt', async () => {
    expect(await questionsOf('a.rollout', RESPONSE)).toEqual([null]);
  });
});

describe('plain text of several rollouts without chat headers', () => {
  it.each([
    ['of Search-R1', (at: number) => `${INSTRUCTION}which ${at}?\n${RESPONSE}\n`, 3],
    ['of R1-Searcher', (at: number) => `${BASE}b</think><answer>${at}</answer>\n`, 3],
    [
      'of others',
      (at: number) => `You are a careful agent who searches for what it lacks.\n${at}\n${RESPONSE}\n`,
      3,
    ],
    [
      'that a model repeats',
      () => 'I should look again for the river and for the city.\n<think>a</think>\n',
      1,
    ],
  ])('is cut at the words every prompt begins with: %s', async (_what, text, count) => {
    const entries = await entriesOf(await opened('a.txt', [0, 1, 2].map(text).join('')));
    expect(entries.map(({ rollouts }) => rollouts.length)).toEqual(Array(count).fill(1));
  });
});
