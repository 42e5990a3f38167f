/** Rules about R1-Searcher's marks, reflection tokens, RQ-RAG's blocks and ReAct's actions. */
import { describe, expect, it } from 'vitest';
import { asked, findings, response } from '../dialect-rules';

const block = (inside: string): string =>
  `I search. <|begin_of_query|>zorvia<|end_of_query|>\n\n<|begin_of_documents|>\n${inside}<|end_of_documents|>\n\n`;
const ONE = block('(1)Zorvia   It lies on the Melka.\n');
const NONE = block('None');

describe('long-answer', () => {
  const id = 'long-answer';
  const words = (number: number): string => Array.from({ length: number }, () => 'a').join(' ');
  it('counts words over ten', () => {
    const text = `${ONE}So.</think>\n<answer>${words(11)}</answer>`;
    expect(findings(id, 'r1-searcher', response(text)).map(({ message }) => message)).toEqual([
      `the answer has 11 words, more than 10: “${words(11)}”; the Qwen reward takes 2 off`,
    ]);
    expect(findings(id, 'r1-searcher', response(text.replace(words(11), words(10))))).toEqual([]);
  });
});

describe('forbidden-text', () => {
  const id = 'forbidden-text';
  const messages = (text: string): string[] =>
    findings(id, 'r1-searcher', response(text)).map(({ message, at }) => `${at}: ${message}`);

  it('prefers what the policy wrote', () => {
    const text = `${block('(1)Z   An assistant.\n')}As an Assistant I say so.</think>\n<answer>x</answer>`;
    expect(messages(text)).toEqual([
      'Assistant: the word “Assistant” stands here: the Qwen reward takes 2 off',
    ]);
  });

  it('names a document through no fault of the policy', () => {
    expect(messages(`${block('(1)Z   An assistant.\n')}So.</think>\n<answer>x</answer>`)).toEqual([
      'assistant: the word “assistant” stands here, in a document, through no fault of the policy: the Qwen reward takes 2 off',
    ]);
  });

  it('looks for Chinese characters outside of documents alone', () => {
    expect(messages(`${ONE}河.</think>\n<answer>x</answer>`)).toEqual([
      '河: a Chinese character stands outside of the documents: the Qwen reward takes 2 off, Llama’s second 1',
    ]);
    expect(messages(`${block('(1)Z   梅尔卡\n')}So.</think>\n<answer>x</answer>`)).toEqual([]);
    expect(findings(id, 'r1-searcher', asked('You are an assistant. 河<think>', `${ONE}</think>`))).toEqual(
      [],
    );
  });
});

describe('empty-documents', () => {
  it('names blocks that say None', () => {
    const text = `${ONE}${NONE}So.</think>\n<answer>x</answer>`;
    expect(findings('empty-documents', 'r1-searcher', response(text)).map(({ at }) => at)).toEqual([
      '<|begin_of_documents|>\nNone<|end_of_documents|>',
    ]);
    expect(findings('empty-documents', 'r1-searcher', response(ONE))).toEqual([]);
  });
});

describe('stripped-tags', () => {
  const id = 'stripped-tags';
  it('names marks without brackets', () => {
    const text = 'I search. |begin_of_query| zorvia |end_of_query|';
    expect(findings(id, 'r1-searcher', response(text))).toEqual([
      {
        message: '`|begin_of_query|` stands without its angle brackets, so it is no mark',
        at: '|begin_of_query|',
      },
    ]);
    expect(findings(id, 'r1-searcher', response(ONE))).toEqual([]);
  });

  it('names a passage without its tags', () => {
    const bare = '[Retrieval]Lake Orn\nIt lies in Vell.[Relevant]In Vell.[Fully supported][Utility:5]</s>';
    expect(findings(id, 'self-rag', response(bare)).map(({ at }) => at)).toEqual(['[Retrieval]']);
    const whole =
      '[Retrieval]<paragraph>Lake Orn\nIt lies in Vell.</paragraph>[Relevant]In Vell.[Utility:5]</s>';
    expect(findings(id, 'self-rag', response(whole))).toEqual([]);
  });
});

describe('reflection tokens', () => {
  const passage = '[Retrieval]<paragraph>Lake Orn\nLake [Orn] lies in Vell.</paragraph>';
  const good = `${passage}[Relevant]Lake Orn is in Vell.[Fully supported][Utility:5]</s>`;
  const said = (rule: string, text: string): string[] =>
    findings(rule, 'self-rag', response(text)).map(({ message }) => message);

  it('are quiet where they are in order', () => {
    const long = `${passage}[Relevant]A.[Fully supported][Continue to Use Evidence]B.[Partially supported][Utility:4]</s>`;
    const irrelevant = `${passage}[Irrelevant]I do not know.[Utility:1]</s>`;
    const memory = '[No Retrieval]In Vell.[Utility:5]</s>';
    // A branch that was continued after a passage in its prompt.
    const branch = '[Relevant]Vell[Fully supported][Utility:5]</s>';
    for (const rule of ['reflection-missing', 'reflection-conflict', 'reflection-unknown'])
      for (const text of [good, long, irrelevant, memory, branch]) expect(said(rule, text)).toEqual([]);
  });

  it('lack their utility', () => {
    expect(said('reflection-missing', `${passage}[Relevant]In Vell.[Fully supported]`)).toEqual([
      'no `[Utility:1]` to `[Utility:5]` stands in the answer; no `</s>` ends it either, so it was probably cut',
    ]);
    expect(said('reflection-missing', `${passage}[Relevant]In Vell.[Fully supported]</s>`)).toEqual([
      'no `[Utility:1]` to `[Utility:5]` stands in the answer',
    ]);
  });

  it.each([
    [
      `${passage}[Relevant][Irrelevant]x[Utility:5]</s>`,
      '`[Irrelevant]` contradicts `[Relevant]` of the same segment',
    ],
    [
      `${passage}[Relevant]x[Fully supported][Partially supported][Utility:5]`,
      '`[Partially supported]` contradicts `[Fully supported]` of the same segment',
    ],
    [
      '[No Retrieval]In Vell.[Fully supported][Utility:5]</s>',
      '`[Fully supported]` judges a passage after `[No Retrieval]`',
    ],
    [
      '[Retrieval][Relevant]In Vell.[Utility:5]</s>',
      '`[Relevant]` judges a passage, but none follows `[Retrieval]`',
    ],
    [`${good.slice(0, -4)}[Utility:2]</s>`, '`[Utility:2]` after `[Utility:5]`: an answer has one utility'],
    [
      `${passage}[Relevant]A.[Fully supported]${passage}[Relevant]B.[Grounded][Utility:5]`,
      '`[Grounded]` and `[Fully supported]` are of two vocabularies',
    ],
  ])('contradict each other in %s', (text, message) => {
    expect(said('reflection-conflict', text)).toEqual([message]);
  });

  it.each([
    ['[Utility:7]', 'utilities go from `[Utility:1]` to `[Utility:5]`'],
    ['[fully supported]', 'it stays in the answer as text'],
    ['[No support]', 'it stays in the answer as text'],
  ])('do not know %s', (token, why) => {
    expect(said('reflection-unknown', good.replace('[Utility:5]', `${token}[Utility:5]`))).toEqual([
      `\`${token}\` is no reflection token: ${why}`,
    ]);
  });

  it('are no business of other brackets', () => {
    expect(said('reflection-unknown', good.replace('is in', 'is [sic] in [1]'))).toEqual([]);
  });
});

describe('refinement-blocks', () => {
  const id = 'refinement-blocks';
  const evidence = '[R_Evidences]Title: Fort Orn\nText: Built by Ada Vell.\n[/R_Evidences]';
  const query = '[S_Decomposed_Query]Who built Fort Orn?[EOS]';
  const said = (rule: string, text: string): string[] =>
    findings(rule, 'rq-rag', response(text)).map(({ message }) => message);

  it('names evidence without a query, and what follows it without a token', () => {
    expect(said(id, `${evidence}[A_Response]Ada Vell[EOS]`)).toEqual([
      'evidence stands here without a query before it',
    ]);
    expect(said(id, `${query}${evidence}Ada Vell.`)).toEqual([
      'text follows evidence without `[A_Response]` or the token of a query',
    ]);
  });

  it('leaves open queries, evidence and answers to other rules, and is quiet in order', () => {
    const good = `${query}${evidence}[A_Response]Ada Vell[EOS]`;
    for (const text of [
      good,
      `${query}${evidence}${query}${evidence}[A_Response]x[EOS]</s>`,
      '[A_Response]x[EOS]',
    ])
      expect(said(id, text)).toEqual([]);
    const open = `[S_Rewritten_Query]Who?\n${evidence}[A_Response]Ada`;
    expect(said(id, open)).toEqual([]);
    expect(said('unclosed-tag', open)).toEqual([
      '`[S_Rewritten_Query]` is opened but never closed: `[EOS]` is missing, so a placeholder (`dummy`) is searched for',
    ]);
    expect(said('missing-answer', open)).toHaveLength(1);
    expect(said('missing-answer', good)).toEqual([]);
  });
});

describe('ReAct', () => {
  const QUESTION = 'Question: Which river crosses Zorvia?\n';
  const steps = (...lines: readonly string[]): string => `${QUESTION}${lines.join('\n')}`;
  const good = steps(
    'Thought 1: I look.',
    'Action 1: Search[Zorvia]',
    'Observation 1: Zorvia lies on the Melka.',
    'Thought 2: So.',
    'Action 2: Finish[Melka]',
    'Observation 2: Answer is CORRECT',
  );

  it('names actions that nobody knows', () => {
    const text = steps(
      'Thought 1: I look.',
      'Action 1: Google[Zorvia]',
      'Observation 1: Invalid Action.',
      'Thought 2: x',
    );
    expect(findings('unknown-action', 'react', response(text))).toEqual([
      { message: '“Google” is no action that the environment knows', at: 'Google[Zorvia]' },
    ]);
    const none = steps('Thought 1: I look.', 'Action 1: search for Zorvia', 'Observation 1: Invalid Action.');
    expect(findings('unknown-action', 'react', response(none))[0]?.message).toBe(
      'no action is named: “search for Zorvia”',
    );
    expect(findings('unknown-action', 'react', response(good))).toEqual([]);
    // The environment's words about it are not said again.
    for (const each of [text, none]) expect(findings('invalid-action', 'react', response(each))).toEqual([]);
    const reflect = steps(
      'Thought 1: x',
      'Action 1: Reflect[right]',
      'Observation 1: Invalid action. Reflect only follows.',
    );
    expect(findings('invalid-action', 'react', response(reflect))).toHaveLength(1);
  });

  it('says that the file calls it halted', () => {
    const text = steps(
      'Thought 1: I look.',
      'Action 1: Search[Zorvia]',
      'Observation 1: Zorvia lies on the Melka.',
    );
    expect(findings('halted', 'react', response(text), { recorded: { halted: true } })).toEqual([
      {
        message: '`halted` is true: the rollout was stopped after 1 turn, without an answer',
        at: 'Observation 1: Zorvia lies on the Melka.',
      },
    ]);
    expect(findings('halted', 'react', response(text), { recorded: { halted: false } })).toEqual([]);
    expect(findings('missing-answer', 'react', response(text)).map(({ message }) => message)).toEqual([
      'no `Finish[…]` by the policy: it ends with what was retrieved',
    ]);
  });

  it('has no finding for a rollout in order', () => {
    for (const rule of [
      'missing-answer',
      'multiple-answers',
      'halted',
      'empty-query',
      'search-without-information',
    ])
      expect(findings(rule, 'react', response(good))).toEqual([]);
  });
});
