/** Rules about order and nesting, over texts of the systems as the reference describes them. */
import { describe, expect, it } from 'vitest';
import { asked, findings, messages, response } from '../dialect-rules';

const HEADER = '<|im_start|>user\nWhich river crosses Zorvia?<|im_end|>\n<|im_start|>assistant\n';
const INFO = '\n\n<information>Doc 1(Title: "Zorvia") Zorvia lies on the Melka River.</information>\n\n';
const GOOD = `<think>need it</think>\n<search> Zorvia river </search>${INFO}<think>found</think>\n<answer> Melka River </answer>`;
const RESULT = '<information>Result 1:\nZorvia lies on the Melka.\n------\n</information>';

describe('search-in-thought', () => {
  const id = 'search-in-thought';
  it.each([
    ['search-r1', 'the v0.3 format reward fails'],
    ['routerag', 'the v0.3 format reward fails'],
  ])('names a search within an open thought (%s)', (dialect, zero) => {
    const text = `<think>It lies on a river. <search>zorvia</search>${INFO}</think><answer>x</answer>`;
    expect(findings(id, dialect, response(text))).toEqual([
      {
        message: `this search stands inside a thought that is not closed before it: it runs, but ${zero}`,
        at: '<search>zorvia</search>',
      },
    ]);
  });

  it('counts several once, and knows ReZero’s reward', () => {
    const said = messages(
      ['assistant', '<think>a <search>one</search>'],
      ['user', RESULT],
      ['assistant', '<think>b <search>two</search>'],
    );
    expect(findings(id, 'rezero', said).map(({ message }) => message)).toEqual([
      'this search stands inside a thought that is not closed before it, the first of 2: it runs, but the format reward is 0',
    ]);
  });

  it.each([
    ['search-r1', response(GOOD)],
    ['search-r1', response('<search>zorvia</search>')],
    ['r1-searcher', response('I search. <|begin_of_query|>zorvia<|end_of_query|>')],
    ['research', response('<think>a <search>zorvia</search> <result>\nx\n</result></think>')],
  ])('is quiet for %s', (dialect, text) => {
    expect(findings(id, dialect, text)).toEqual([]);
  });
});

describe('search-and-answer', () => {
  const id = 'search-and-answer';
  it('says that ReZero searches', () => {
    const said = messages(
      ['assistant', '<think>a</think><answer>Melka</answer><search>zorvia</search>'],
      ['user', RESULT],
      ['assistant', '<think>b</think><answer>Melka</answer>'],
    );
    expect(findings(id, 'rezero', said)).toEqual([
      {
        message:
          'this answer stands in a message with a search: the search was run, and the format reward for such a message is 0',
        at: '<answer>Melka</answer>',
      },
    ]);
  });

  it('says that the last one is no final answer', () => {
    const said = messages(['assistant', '<think>a</think><search>zorvia</search><answer>Melka</answer>']);
    expect(findings(id, 'rezero', said)[0]?.message).toContain('the rollout has no final answer');
  });

  it('is quiet where messages do one of the two, and where an answer ends the rollout', () => {
    const said = messages(
      ['assistant', '<think>a</think><search>zorvia</search>'],
      ['user', RESULT],
      ['assistant', '<think>b</think><answer>Melka</answer>'],
    );
    expect(findings(id, 'rezero', said)).toEqual([]);
    const family = response('<answer>Melka</answer> <search>zorvia</search>');
    expect(findings(id, 'search-r1', family)).toEqual([]);
    expect(findings('search-without-information', 'search-r1', family)).toMatchObject([
      { message: 'this search was never run: the answer before it had ended the rollout' },
    ]);
  });
});

describe('several-searches', () => {
  const id = 'several-searches';
  const said = messages(
    ['assistant', '<think>a</think><search>zorvia</search> <search>zorvia river</search>'],
    ['user', RESULT],
    ['assistant', '<think>b</think><answer>Melka</answer>'],
  );

  it('names the one that runs, and no other rule says it again', () => {
    expect(findings(id, 'rezero', said)).toEqual([
      {
        message:
          '2 searches in one message: only the last is run, “zorvia river”, and the retry reward is multiplied by 0.5',
        at: '<search>zorvia river</search>',
      },
    ]);
    expect(findings('search-without-information', 'rezero', said)).toEqual([]);
  });

  it('is quiet for one search a message', () => {
    const one = messages(
      ['assistant', '<think>a</think><search>zorvia</search>'],
      ['user', RESULT],
      ['assistant', '<think>b</think><search>zorvia river</search>'],
    );
    expect(findings(id, 'rezero', one)).toEqual([]);
  });
});

describe('text-between-elements', () => {
  const id = 'text-between-elements';
  it.each([
    ['Well. <think>a</think><answer>x</answer>', 'Well.', 'before the first thought'],
    [
      `<think>a</think> so <search>q</search>${INFO}<think>b</think><answer>x</answer>`,
      'so',
      'between a thought and what should follow it',
    ],
    [
      `<think>a</think><search>q</search>${INFO}It says\n<think>b</think><answer>x</answer>`,
      'It says',
      'between documents and the next thought',
    ],
  ])('points at the prose in %j', (text, at, where) => {
    expect(findings(id, 'search-r1', asked(HEADER, text))).toEqual([
      { message: `“${at}” stands ${where}: the v0.3 format reward fails here`, at },
    ]);
  });

  it('is quiet for a text in order, for other faults, and without the header that the check needs', () => {
    const nested = `<think>a <search>q</search>${INFO}</think><answer>x</answer>`;
    for (const text of [asked(HEADER, GOOD), asked(HEADER, nested), response('Well. <think>a</think>')])
      expect(findings(id, 'search-r1', text)).toEqual([]);
  });
});

describe('text-after-answer', () => {
  const id = 'text-after-answer';
  it.each([
    ['search-r1', response(`${GOOD} extra`), 'the v0.3 format reward fails'],
    ['r1-searcher', response('a</think>\n<answer>x</answer> extra<|endoftext|>'), 'training does not stop'],
    [
      'rezero',
      messages(['assistant', '<think>a</think><answer>x</answer> extra']),
      'the format reward wants',
    ],
  ])('says what it costs in %s', (dialect, text, why) => {
    const [found, ...others] = findings(id, dialect, text);
    expect(others).toEqual([]);
    expect(found?.at).toBe('extra');
    expect(found?.message).toMatch(/^the text goes on after the answer: “extra”; /);
    expect(found?.message).toContain(why);
  });

  it.each([
    ['search-r1', response(GOOD)],
    ['search-r1', response(`${GOOD}\n<|im_end|>\n`)],
    ['r1-searcher', response('a</think>\n<answer>x</answer><|endoftext|>')],
    ['rezero', messages(['assistant', '<think>a</think><answer>x</answer>'])],
  ])('is quiet at the end of %s', (dialect, text) => {
    expect(findings(id, dialect, text)).toEqual([]);
  });
});

describe('answer-in-thought', () => {
  const id = 'answer-in-thought';
  it('names the gold that only a thought holds', () => {
    const text = response(
      `<think>a</think><search>q</search>${INFO}<think>So it is the melka river.</think>`,
    );
    expect(findings(id, 'search-r1', text)).toEqual([
      {
        message: 'the last thought names the gold “Melka River”, but no answer is given',
        at: '<think>So it is the melka river.</think>',
      },
    ]);
  });

  it('is quiet where it is answered, for an earlier thought, and for golds that say nothing', () => {
    expect(findings(id, 'search-r1', response(GOOD))).toEqual([]);
    const earlier = response(`<think>Melka River?</think><search>q</search>${INFO}<think>Hm.</think>`);
    expect(findings(id, 'search-r1', earlier)).toEqual([]);
    const yes = response('<think>The answer is yes.</think>');
    expect(findings(id, 'search-r1', yes, { golds: ['yes'] })).toEqual([]);
  });
});

describe('nothing-new', () => {
  const id = 'nothing-new';
  const doc = (text: string): string => `\n\n<information>Doc 1(Title: "Z") ${text}</information>\n\n`;
  it('names a search that brings what came before', () => {
    const text = response(
      `<search>zorvia</search>${doc('one')}<search>zorvia river</search>${doc('one')}<think>`,
    );
    expect(findings(id, 'search-r1', text)).toEqual([
      {
        message: '“zorvia river” brings 1 document, which came back before',
        at: '<search>zorvia river</search>',
      },
    ]);
  });

  it('leaves the same query to the rule about it, and new documents alone', () => {
    const again = response(
      `<search>zorvia</search>${doc('one')}<search>Zorvia?</search>${doc('one')}<think>`,
    );
    expect(findings(id, 'search-r1', again)).toEqual([]);
    const other = response(`<search>zorvia</search>${doc('one')}<search>river</search>${doc('two')}<think>`);
    expect(findings(id, 'search-r1', other)).toEqual([]);
  });
});
