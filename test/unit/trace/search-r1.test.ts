import { describe, expect, it } from 'vitest';
import { INVALID_ACTION, searchR1 } from '../../../core/trace/dialects/search-r1';
import type { Author, TextPart } from '../../../core/trace/model';
import { promptAndResponse, read, wholeText } from './support';

const PROMPT =
  '<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n<|im_start|>user\nAnswer the given question. ' +
  'Reason inside <think> and </think>. Search by <search> query </search>; results stand between <information> and ' +
  '</information>. Answer inside <answer> and </answer>. For example, <answer> Beijing </answer>. ' +
  'Question: Which river crosses Zorvia?\n<|im_end|>\n<|im_start|>assistant\n';

const block = (text: string): string => `\n\n<information>${text}</information>\n\n`;

describe('where the response starts', () => {
  it('keeps the examples of a ChatML prompt out of the rollout', () => {
    const trace = read(searchR1, `${PROMPT}<think>idle</think>`);
    expect(trace.segments[0]).toMatchObject({ kind: 'prompt', end: PROMPT.length });
    expect(trace.answer).toBeNull();
    expect(trace.turns.flatMap(({ queries }) => queries)).toEqual([]);
    const text = PROMPT;
    expect(trace.promptAnswers.map(({ start, end }) => text.slice(start, end))).toEqual([
      ' and ',
      ' Beijing ',
    ]);
  });

  it('finds it after the question where a base model has no chat template', () => {
    const prompt = 'Answer it. For example, <answer> Beijing </answer>. Question: Which river?\n';
    expect(read(searchR1, `${prompt}<answer>Melka</answer>`).answer?.text).toBe('Melka');
    expect(read(searchR1, `${prompt}nothing`).answer).toBeNull();
  });

  it('finds it after bare role words where special tokens were skipped', () => {
    const prompt = 'system\nBe kind.\nuser\nSay <answer> Beijing </answer>\nassistant\n';
    expect(read(searchR1, `${prompt}<answer>Melka</answer>`).elements).toEqual([
      `prompt prompt ${prompt}`,
      'answer policy <answer>Melka</answer>',
    ]);
  });

  it('takes it from the container where prompt and response are fields of their own', () => {
    const trace = read(
      searchR1,
      'Say <answer> Beijing </answer>nothing',
      promptAndResponse('Say <answer> Beijing </answer>', 'nothing'),
    );
    expect(trace.answer).toBeNull();
    expect(trace.lines).toEqual(['prompt prompt Say <answer> Beijing </answer>', 'text policy nothing']);
  });
});

describe('turns', () => {
  it('cuts think, search, information and answer, newlines around information by the environment', () => {
    const text = `<think>need it</think>\n<search> Zorvia river </search>${block('Doc 1(Title: "Zorvia") It lies on the Melka.')}<think>found</think>\n<answer> The Melka River </answer>`;
    const trace = read(searchR1, text);
    expect(trace.lines).toEqual([
      'think policy <think>need it</think>',
      'text policy \n',
      'search policy <search> Zorvia river </search>',
      'text environment \n\n',
      'information environment <information>Doc 1(Title: "Zorvia") It lies on the Melka.</information>',
      'text environment \n\n',
      'think policy <think>found</think>',
      'text policy \n',
      'answer policy <answer> The Melka River </answer>',
    ]);
    expect(trace.turns).toMatchObject([
      {
        think: 'need it',
        queries: [{ text: 'Zorvia river', mode: null }],
        documents: [{ query: 0, rank: 1, title: 'Zorvia', text: 'It lies on the Melka.', score: null }],
        error: null,
      },
      { think: 'found', queries: [], documents: [], error: null },
    ]);
    expect(trace.answer?.text).toBe('The Melka River');
    expect(text.slice(trace.answer?.start, trace.answer?.end)).toBe('The Melka River');
    expect(trace.anomalies).toEqual([]);
  });

  it('reads the layout of infer.py, which leaves no gap before the information', () => {
    const trace = read(
      searchR1,
      '\n\n<search>a</search><information>Doc 1(Title: "T") x\n</information>\n\n<answer>b</answer>',
    );
    expect(trace.turns[0]?.documents).toMatchObject([{ title: 'T', text: 'x' }]);
  });

  it('takes the first opener and the first closer as the query', () => {
    expect(read(searchR1, '<search>a <search>b</search>').turns[0]?.queries[0]?.text).toBe('a <search>b');
  });

  it('fires a search inside think', () => {
    const trace = read(
      searchR1,
      `<think>I look up <search>Melka</search>${block('')}</think><answer>x</answer>`,
    );
    expect(trace.turns[0]).toMatchObject({ think: 'I look up ', queries: [{ text: 'Melka' }] });
    expect(trace.anomalies.map(({ kind, tag }) => `${kind} ${tag}`)).toEqual([
      'unclosed <think>',
      'unopened </think>',
    ]);
  });

  it('ends the rollout at an answer that precedes a search in the same turn', () => {
    const trace = read(searchR1, '<answer>A</answer> and <search>q</search>');
    expect(trace.answer?.text).toBe('A');
    expect(trace.turns).toHaveLength(1);
    expect(trace.turns[0]?.queries).toEqual([]);
    expect(trace.elements).toEqual(['answer policy <answer>A</answer>', 'search policy <search>q</search>']);
  });

  it('lets the answer win over a search that is not closed in its turn', () => {
    expect(read(searchR1, '<search>q <answer>x</answer>').answer?.text).toBe('x');
  });

  it('takes the last answer', () => {
    const trace = read(searchR1, '<think>t</think><answer>Danube</answer> wait <answer>Melka River</answer>');
    expect(trace.answer?.text).toBe('Melka River');
    expect(trace.segments.filter(({ kind }) => kind === 'answer')).toHaveLength(2);
  });

  it('lets an answer fire inside think', () => {
    expect(read(searchR1, '<think>so <answer>x</answer></think>').answer?.text).toBe('x');
  });

  it('treats a trailing search as a legal end', () => {
    const trace = read(searchR1, '<think>t</think><search>q</search>');
    expect(trace.turns).toMatchObject([{ queries: [{ text: 'q' }], observation: null, documents: [] }]);
    expect(trace.anomalies).toEqual([]);
  });

  it('keeps an empty query and an empty result', () => {
    const trace = read(searchR1, `<search></search>${block('')}<answer>x</answer>`);
    expect(trace.turns[0]).toMatchObject({ queries: [{ text: '' }], documents: [] });
    expect(trace.turns[0]?.observation).not.toBeNull();
  });

  it('makes text of a stray closing search tag and ends the turn there', () => {
    const trace = read(searchR1, `go on</search>\n${INVALID_ACTION}\n<answer>x</answer>`);
    expect(trace.turns).toMatchObject([{ queries: [], error: INVALID_ACTION }, { error: null }]);
    expect(trace.anomalies).toMatchObject([{ kind: 'unopened', tag: '</search>' }]);
  });

  it('takes prose before a closer without opener for thinking', () => {
    const trace = read(
      searchR1,
      `<search>q</search>${block('Doc 1(Title: "T") x')}From this it is clear. </think>\n\n<answer>x</answer>`,
    );
    expect(trace.turns[1]?.think).toBe('From this it is clear. ');
    expect(trace.anomalies).toMatchObject([{ kind: 'unopened', tag: '</think>' }]);
  });

  it('does not complain about a closer whose opener stands at the end of the prompt', () => {
    const trace = read(
      searchR1,
      'Go.<think>\nhm</think><answer>x</answer>',
      promptAndResponse('Go.<think>\n', 'hm</think><answer>x</answer>'),
    );
    expect(trace.turns[0]?.think).toBe('hm');
    expect(trace.anomalies).toEqual([]);
  });
});

describe('what the environment wrote', () => {
  it('recognises the invalid-action notice and the newlines around it', () => {
    const trace = read(searchR1, `<think>a</think>I stop.\n${INVALID_ACTION}\n<answer>x</answer>`);
    expect(trace.lines.slice(1, 5)).toEqual([
      'text policy I stop.',
      'text environment \n',
      `notice environment ${INVALID_ACTION}`,
      'text environment \n',
    ]);
    expect(trace.turns[0]).toMatchObject({ error: INVALID_ACTION, queries: [] });
    expect(trace.answer?.text).toBe('x');
  });

  it('never reads the tags named in the notice as actions', () => {
    const trace = read(searchR1, `\n${INVALID_ACTION}\n\n${INVALID_ACTION}\n`);
    expect(trace.answer).toBeNull();
    expect(trace.turns.flatMap(({ queries }) => queries)).toEqual([]);
    expect(trace.turns).toHaveLength(2);
  });

  it('gives information that follows no search to the policy', () => {
    const trace = read(
      searchR1,
      `<think>a</think><information>Doc 1(Title: "F") made up</information><search>q</search>${block('Doc 1(Title: "T") x')}`,
    );
    expect(trace.elements).toContain(
      'information policy <information>Doc 1(Title: "F") made up</information>',
    );
    expect(trace.elements).toContain(
      'information environment <information>Doc 1(Title: "T") x</information>',
    );
    expect(trace.turns[0]?.documents).toHaveLength(1);
  });

  it('gives information inside a thought to the policy', () => {
    const trace = read(searchR1, '<think>a <information>made up</information> b</think><answer>x</answer>');
    expect(trace.lines).toEqual([
      'think policy <think>a ',
      'information policy <information>made up</information>',
      'think policy  b</think>',
      'answer policy <answer>x</answer>',
    ]);
    expect(trace.turns[0]?.think).toBe('a \n b');
    expect(trace.anomalies).toEqual([]);
  });

  it('gives a second information element after the first to the policy', () => {
    const trace = read(
      searchR1,
      `<search>q</search>${block('Doc 1(Title: "T") x')}<information>more</information>`,
    );
    expect(trace.elements.at(-1)).toBe('information policy <information>more</information>');
  });

  it('closes a block that lost its end at the policy’s next opening tag', () => {
    const trace = read(
      searchR1,
      `<search>q</search>\n\n<information>Doc 1(Title: "T") cut he<think>so</think><search>r</search>${block('Doc 1(Title: "U") y')}<answer>x</answer>`,
    );
    expect(trace.elements[1]).toBe('information environment open <information>Doc 1(Title: "T") cut he');
    expect(trace.turns.map(({ documents }) => documents.map(({ text }) => text))).toEqual([
      ['cut he'],
      ['y'],
      [],
    ]);
    expect(trace.anomalies).toMatchObject([{ kind: 'truncated', tag: '</information>' }]);
  });

  it('keeps literal tags inside closed documents as document text', () => {
    const trace = read(
      searchR1,
      `<search>q</search>${block('Doc 1(Title: "HTML") the <answer>no</answer> and <think> tags')}<answer>x</answer>`,
    );
    expect(trace.answer?.text).toBe('x');
    expect(trace.turns[0]?.documents[0]?.text).toBe('the <answer>no</answer> and <think> tags');
  });
});

describe('documents', () => {
  const documents = (body: string) =>
    read(searchR1, `<search>q</search>${block(body)}`).turns[0]?.documents ?? [];

  it.each([
    ['Doc 1(Title: "Paul Walker") also had cars', 'Paul Walker', 'also had cars'],
    ['Doc 1(Title: Mercury (planet)) Mercury (planet) is hot', 'Mercury (planet)', 'Mercury (planet) is hot'],
    ['Doc 1(Title: "Mercury (planet)") It (the planet) is hot', 'Mercury (planet)', 'It (the planet) is hot'],
    ['Doc 1(Title: Smile :) again) Smile :) again is a song', 'Smile :) again', 'Smile :) again is a song'],
    ['Doc 1(Title: Orlen (river)) rises (in spring) high', 'Orlen (river)', 'rises (in spring) high'],
    ['Doc 1(Title: "The "Old" Ship") sails', 'The "Old" Ship', 'sails'],
    ['Doc 1(Title: "") no title', '', 'no title'],
  ])('reads %s', (body, title, text) => {
    expect(documents(body)).toMatchObject([{ title, text }]);
  });

  it('counts from 1 and leaves a number out of sequence in its passage', () => {
    const found = documents(
      'Doc 1(Title: "A") one\nDoc 3(Title: "X") still one\nDoc 2(Title: "B") two\nsecond line',
    );
    expect(found.map(({ rank, title, text }) => [rank, title, text])).toEqual([
      [1, 'A', 'one\nDoc 3(Title: "X") still one'],
      [2, 'B', 'two\nsecond line'],
    ]);
  });

  it('keeps a block of another layout as one document', () => {
    expect(documents('just prose')).toMatchObject([{ rank: 1, title: null, text: 'just prose' }]);
  });
});

describe('cut off', () => {
  it.each(['<think>half', '<think>a</think><search>ha', '<think>a</think><answer>ha'])(
    'reports %s as unclosed',
    (text) => {
      const trace = read(searchR1, text);
      expect(trace.segments.at(-1)?.closed).toBe(false);
      expect(trace.anomalies.at(-1)).toMatchObject({ kind: 'unclosed', end: text.length });
      expect(trace.answer).toBeNull();
    },
  );
});

describe('chats', () => {
  const question = 'Which river?';
  const search = '<think>t</think><search>q</search>';
  const found = '<information>Doc 1(Title: "T") z</information>';

  const expectRead = (trace: ReturnType<typeof read>): void => {
    expect(trace.elements.filter((line) => !line.startsWith('prompt'))).toEqual([
      'think policy <think>t</think>',
      'search policy <search>q</search>',
      `information environment ${found}`,
      'answer policy <answer>z</answer>',
    ]);
    expect(trace.turns).toMatchObject([
      { think: 't', queries: [{ text: 'q' }], documents: [{ title: 'T', text: 'z' }], error: null },
      { queries: [], documents: [] },
    ]);
    expect(trace.answer?.text).toBe('z');
    expect(trace.anomalies).toEqual([]);
  };

  it('takes information in a message of the environment for the environment’s', () => {
    const pieces: [string, Author, boolean][] = [
      [question, 'prompt', false],
      ['<|im_end|>\n<|im_start|>assistant\n', 'prompt', true],
      [search, 'policy', false],
      ['<|im_end|>\n<|im_start|>tool\n', 'environment', true],
      [found, 'environment', false],
      ['<|im_end|>\n<|im_start|>assistant\n', 'environment', true],
      ['<answer>z</answer>', 'policy', false],
    ];
    let start = 0;
    const parts = pieces.map(([text, by, rendered]): TextPart => {
      const part = { start, end: start + text.length, by, path: rendered ? null : ['m'], rendered };
      start = part.end;
      return part;
    });
    expectRead(read(searchR1, pieces.map(([text]) => text).join(''), parts));
  });

  it.each(['user', 'tool'])('cuts ChatML text at its marks, results in a turn of the %s', (role) => {
    expectRead(
      read(
        searchR1,
        `<|im_start|>user\n${question}<|im_end|>\n<|im_start|>assistant\n${search}<|im_end|>\n` +
          `<|im_start|>${role}\n${found}<|im_end|>\n<|im_start|>assistant\n<answer>z</answer><|im_end|>`,
      ),
    );
  });

  it('keeps what else a message of the environment says as a notice', () => {
    const trace = read(
      searchR1,
      '<|im_start|>user\nQ<|im_end|>\n<|im_start|>assistant\nhm<|im_end|>\n<|im_start|>user\nGo on.<|im_end|>\n' +
        '<|im_start|>assistant\n<answer>z</answer>',
    );
    expect(trace.elements.slice(1)).toEqual([
      'notice environment Go on.',
      'answer policy <answer>z</answer>',
    ]);
    expect(trace.turns).toMatchObject([{ error: 'Go on.' }, { error: null }]);
  });

  it('makes no turn of an end mark', () => {
    expect(read(searchR1, `${search}<|im_end|>`).turns).toHaveLength(1);
  });
});

describe('files with CRLF', () => {
  it('counts a pair as one newline', () => {
    const notice = INVALID_ACTION;
    const text =
      '<search>q</search>\r\n\r\n<information>Doc 1(Title: "A") x </information> y\r\nDoc 2(Title: "B") z\r\n' +
      `</information>\r\n\r\nhm\r\n${notice}\r\n<answer>z</answer>`;
    const trace = read(searchR1, text);
    expect(trace.turns[0]?.documents.map((document) => document.text)).toEqual(['x </information> y', 'z']);
    expect(trace.lines.slice(-5)).toEqual([
      'text policy hm',
      'text environment \r\n',
      `notice environment ${notice}`,
      'text environment \r\n',
      'answer policy <answer>z</answer>',
    ]);
  });
});

describe('recognition', () => {
  const weight = (text: string): number => searchR1.recognise(text, wholeText(text))?.weight ?? 0;

  it('takes thinking alone for a weak sign, and none beside the tags of another system', () => {
    expect(weight('<think>cut off in mid')).toBe(0.2);
    expect(weight('<think>a</think><call_tool name="s">q</call_tool><tool_output>r</tool_output>')).toBe(0);
    expect(weight('<think>a</think><search>q</search>')).toBeGreaterThan(0.5);
  });
});
