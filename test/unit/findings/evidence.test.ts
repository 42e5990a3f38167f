import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceOf, goldInDocument, rangesOf } from '../../../core/findings/evidence';
import { normaliseN1 } from '../../../core/reward/normalise';
import {
  answer,
  EXAMPLES,
  information,
  messages,
  notice,
  pointed,
  prompt,
  rolloutOf,
  said,
  search,
  think,
} from './build';

const river = information('Zorvia is a town.', 'Zorvia lies on the Melka River, near the Orso.');
const rollout = (given: string, golds: readonly string[], question?: string) =>
  rolloutOf(
    [search('zorvia'), river, answer(given)],
    question === undefined ? { golds } : { golds, question },
  );

describe('a gold in a document', () => {
  const inText = (gold: string, text: string, title: string | null = null) =>
    goldInDocument([gold], { title, text });

  it.each([
    ['the Melka River', 'on “Melka—River”', false],
    ['the Melka River', 'on “MELKA, River” bank', true],
    ['us', 'in the U.S., once', true],
    ['us', 'a bus', false],
    ['Melka', 'Zorvia—Melka’s town', true],
    ['梅尔卡河', '佐维亚位于梅尔卡河畔。', true],
    ['the', 'the town', false],
    ['?!', 'what?!', false],
  ])('%j in %j: %s', (gold, text, stands) => {
    expect(inText(gold, text)).toBe(stands ? gold : null);
  });

  it('may stand in the title', () => {
    expect(inText('Melka River', 'It is long.', '"Melka River"')).toBe('Melka River');
  });
});

describe('ranges of a gold', () => {
  const marked = (needle: string, text: string) =>
    rangesOf(needle, text).map(({ start, end }) => text.slice(start, end));

  it.each([
    [
      'melka river',
      'The (Melka) River; MELKA-RIVER; the melka, the river!',
      ['Melka) River', 'melka, the river'],
    ],
    ['us', 'In the U.S., not a bus.', ['U.S']],
    ['i\u0307zmir', 'to İzmir.', ['İzmir']],
    ['οδος', 'ΟΔΟΣ, ΟΔΟΣ', ['ΟΔΟΣ', 'ΟΔΟΣ']],
    ['梅尔卡河', '在梅尔卡河畔', ['梅尔卡河']],
    ['the', 'the town', []],
    ['', 'x', []],
  ])('%j in %j', (needle, text, expected) => {
    expect(marked(needle, text)).toEqual(expected);
  });

  it('finds something exactly where containment does', () => {
    const word = fc.constantFrom(
      'Melka',
      'the',
      'River',
      'İ',
      'ΟΔΟΣ',
      'a',
      '—',
      '“',
      '.',
      ' ',
      '\u001f',
      'e\u0301',
      '河',
      'U.S.',
    );
    const text = fc.array(word, { maxLength: 24 }).map((words) => words.join(''));
    fc.assert(
      fc.property(text, text, (needle, haystack) => {
        const ranges = rangesOf(needle, haystack);
        const stands = goldInDocument([needle], { title: null, text: haystack }) !== null;
        expect(ranges.length > 0).toBe(stands);
        for (const { start, end } of ranges) {
          expect(normaliseN1(haystack.slice(start, end))).toBe(normaliseN1(needle));
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('evidence', () => {
  it('places golds and answers', () => {
    const { gold, answer: given, correct, retrieved } = evidenceOf(rollout('Orso', ['melka river']));
    expect({ gold, given, correct, retrieved }).toEqual({
      gold: { turn: 0, document: 1 },
      given: { turn: 0, document: 1 },
      correct: false,
      retrieved: true,
    });
  });

  it.each([[['yes']], [['No.']], [['12', 'twelve']], [['the']], [[]]])('does not look for %j', (golds) => {
    const evidence = evidenceOf(rollout('Orso', golds));
    expect([evidence.searchableGolds, evidence.gold]).toEqual([[], null]);
  });
});

describe('gold-never-retrieved', () => {
  const id = 'gold-never-retrieved';
  it('counts the documents and names the golds', () => {
    expect(messages(id, rollout('Orso', ['Danube', 'Duna']))).toEqual([
      'no gold stands in any of the 2 retrieved documents: “Danube”, “Duna”',
    ]);
    expect(messages(id, rollout('Danube', ['Danube']))).toEqual([
      expect.stringContaining('right all the same'),
    ]);
  });

  it('is quiet with evidence, without golds, without documents or their texts, for sentences and closed questions', () => {
    const titlesAlone = rolloutOf([search('q'), information('Zorvia'), answer('x')], {
      golds: ['Danube'],
      turn: (turn) => ({
        ...turn,
        documents: turn.documents.map((document) => ({ ...document, title: document.text, text: '' })),
      }),
    });
    const quiet = [
      rollout('x', ['Melka River']),
      rollout('x', []),
      rollout('x', ['yes']),
      rollout('x', [`The river that ${'really '.repeat(10)}crosses Zorvia`]),
      rolloutOf([answer('x')], { golds: ['Danube'] }),
      titlesAlone,
      rolloutOf([search('q'), notice(), answer('x')], { golds: ['Danube'] }),
    ];
    expect(quiet.flatMap((item) => messages(id, item))).toEqual([]);
  });

  it('looks into observations that could not be cut into documents', () => {
    const pieces = [search('a'), information('The Danube is long.'), search('b'), river, answer('x')];
    const uncut = rolloutOf(pieces, {
      golds: ['Danube'],
      turn: (turn, index) => (index === 0 ? { ...turn, documents: [] } : turn),
    });
    expect(messages(id, uncut)).toEqual([]);
  });
});

describe('gold-retrieved-answer-wrong', () => {
  const id = 'gold-retrieved-answer-wrong';
  it('names answer, document and gold', () => {
    const wrong = rollout('Danube', ['Melka River']);
    expect(messages(id, wrong)).toEqual([
      'answers “Danube” although document 2 of turn 1 contains the gold “Melka River”',
    ]);
    expect(pointed(id, wrong)).toEqual(['Danube']);
  });

  it('says when only the wording differs, and when the question names the gold', () => {
    expect(messages(id, rollout('the Melka River in Zorvia', ['Melka River']))).toEqual([
      expect.stringContaining('among other words'),
    ]);
    expect(messages(id, rollout('Melka', ['Melka River']))).toEqual([expect.stringContaining('F1 is 0.67')]);
    expect(messages(id, rollout('Danube', ['Orso'], 'Which is longer, Orso or Danube?'))).toEqual([
      expect.stringContaining('the question names it too'),
    ]);
  });

  it('is quiet when right, without an answer, without evidence', () => {
    const quiet = [
      rollout('melka river', ['Melka River']),
      rolloutOf([search('q'), river], { golds: ['Melka River'] }),
      rollout('x', ['Danube']),
      rollout('no', ['yes']),
    ];
    expect(quiet.flatMap((item) => messages(id, item))).toEqual([]);
  });
});

describe('answer-not-in-evidence', () => {
  const id = 'answer-not-in-evidence';
  it('sees an answer that no document holds', () => {
    expect(messages(id, rollout('Danube', []))).toEqual([
      'the answer “Danube” does not stand in any of the 2 retrieved documents',
    ]);
  });

  it('leaves a right one to the rule about golds', () => {
    const right = rollout('Danube', ['danube']);
    expect(messages(id, right)).toEqual([]);
    expect(messages('gold-never-retrieved', right)).toEqual([expect.stringContaining('from memory')]);
    // Another gold came back, so that rule is quiet.
    const other = rollout('Danube', ['danube', 'Melka River']);
    expect(messages(id, other)).toEqual([expect.stringContaining('it equals a gold')]);
    expect(messages('gold-never-retrieved', other)).toEqual([]);
  });

  it.each([
    ['verbatim', 'Melka River'],
    ['its words in another order', 'River Melka'],
    ['a list', 'Melka River and Orso'],
    ['yes', 'Yes'],
    ['a small number', '7'],
    ['a sentence', 'it is a very long one that runs from the hills to some far away sea'],
    ['a short sentence', 'They call it the Danube.'],
    ['a sentence and more', 'It is the Danube. Surely'],
    ['Markdown', 'the **Danube**'],
    ['TeX', '\\boxed{Danube}'],
    ['several lines', 'Danube\nDuna'],
    ['nothing', 'the'],
  ])('lets pass: %s', (_name, given) => {
    expect(messages(id, rollout(given, []))).toEqual([]);
  });

  it.each(['Jeopardy!', 'Martin Luther King Jr.', 'Washington, D.C.', 'Où est le Danube'])(
    'takes %j for a phrase',
    (given) => {
      expect(messages(id, rollout(given, []))).toHaveLength(1);
    },
  );

  it.each([
    ['Danube', 1],
    ['Danube.', 0],
    ['it was named after the river Danube', 0],
  ])('reads the last words of a chat as prose: %j', (words, found) => {
    const chat = rolloutOf([search('zorvia'), river, said(words)]);
    const start = chat.text.lastIndexOf(words);
    const given = { ...chat, answer: { text: words, start, end: start + words.length } };
    expect(messages(id, given)).toHaveLength(found);
  });

  it('speaks of one document as one', () => {
    const one = rolloutOf([search('zorvia'), information('Zorvia.'), answer('Danube')], { golds: ['Orso'] });
    expect(messages(id, one)).toEqual(['the answer “Danube” does not stand in the one retrieved document']);
    expect(messages('gold-never-retrieved', one)).toEqual([
      'no gold stands in the one retrieved document: “Orso”',
    ]);
  });

  it('lets a choice that the question offers pass, and rollouts without documents', () => {
    expect(messages(id, rollout('Danube', [], 'Which is longer, Orso or Danube?'))).toEqual([]);
    expect(messages(id, rolloutOf([answer('Danube')]))).toEqual([]);
  });
});

describe('answer-from-prompt-example', () => {
  const id = 'answer-from-prompt-example';
  it('says what the reward picks up without an answer', () => {
    const leak = rolloutOf([prompt(EXAMPLES), think('no idea')], { golds: ['Melka'] });
    expect(messages(id, leak)).toEqual([
      'no answer by the policy, so the reward takes the last `<answer>` of prompt and response: “Beijing”, ' +
        'an example in the prompt. It equals no gold and is scored as a wrong answer',
    ]);
    expect(pointed(id, leak)).toEqual(['Beijing']);
  });

  it('says when that is scored as right', () => {
    const leak = rolloutOf([prompt(EXAMPLES), think('no idea')], { golds: ['Beijing'] });
    expect(messages(id, leak)).toEqual([
      expect.stringContaining('equals the gold and is scored as right: “Beijing”'),
    ]);
  });

  it('takes the words of the notice where it comes last', () => {
    const leak = rolloutOf([prompt(EXAMPLES), said('hm'), notice('Put it between <answer> and </answer>.')]);
    expect(messages(id, leak)).toEqual([
      expect.stringContaining('“and”, words of the invalid-action notice'),
    ]);
  });

  it('needs the prompt: one match in a response is not enough', () => {
    expect(messages(id, rolloutOf([said('hm'), notice('between <answer> and </answer>')]))).toEqual([]);
  });

  it('sees the example copied as the answer', () => {
    const copy = rolloutOf([prompt(EXAMPLES), search('q'), river, answer('Beijing')], { golds: ['Melka'] });
    expect(messages(id, copy)).toEqual([
      'the answer “Beijing” is the prompt’s own example “Beijing”; no retrieved document contains it',
    ]);
    const and = rolloutOf([prompt(EXAMPLES), search('q'), information('this and that'), answer('and')]);
    expect(messages(id, and)).toEqual([expect.stringContaining('fills the gap')]);
  });

  it('lets the example pass where a gold, a document or the question knows it', () => {
    const quiet = [
      rolloutOf([prompt(EXAMPLES), answer('Beijing')], { golds: ['Beijing'] }),
      rolloutOf([prompt(EXAMPLES), search('q'), information('Beijing is large.'), answer('Beijing')], {
        golds: ['x'],
      }),
      rolloutOf([prompt(EXAMPLES), answer('Beijing')], { golds: ['x'], question: 'Beijing or Zorvia?' }),
      rolloutOf([prompt(EXAMPLES), answer('Melka')]),
    ];
    expect(quiet.flatMap((item) => messages(id, item))).toEqual([]);
  });
});
