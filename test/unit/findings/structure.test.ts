import { describe, expect, it } from 'vitest';
import { plain } from '../../../core/trace/dialects/plain';
import { r1Searcher } from '../../../core/trace/dialects/r1-searcher';
import { searchR1 } from '../../../core/trace/dialects/search-r1';
import { toolCall } from '../../../core/trace/dialects/tool-call';
import {
  answer,
  EXAMPLES,
  forged,
  information,
  messages,
  notice,
  pointed,
  prompt,
  rolloutOf,
  said,
  search,
  sightings,
  think,
} from './build';

const DOCUMENT = 'Zorvia lies on the Melka river.';
const sound = rolloutOf([
  think('I need it.'),
  search('zorvia river'),
  information(DOCUMENT),
  think('Found.'),
  answer('Melka'),
]);

describe('unclosed-tag', () => {
  const id = 'unclosed-tag';
  it('names the tag, its missing closer and what follows from it', () => {
    const rollout = rolloutOf([said('<answer>Melka')], {
      anomalies: [{ kind: 'unclosed', tag: '<answer>', start: 0, end: 13 }],
    });
    expect(messages(id, rollout)).toEqual([
      '`<answer>` is opened but never closed: `</answer>` is missing, so this is not taken as an answer',
    ]);
    expect(pointed(id, rollout)).toEqual(['<answer>']);
  });

  it('tells a closer without opener', () => {
    const rollout = rolloutOf([said('so </think>')], {
      anomalies: [{ kind: 'unopened', tag: '</think>', start: 3, end: 11 }],
    });
    expect(messages(id, rollout)).toEqual(['`</think>` closes nothing: no `<think>` stands open before it']);
  });

  it('says each tag once', () => {
    const text = 'a </think> b </think> c </think> <search>d';
    const anomalies = [...text.matchAll(/<\/think>/g)].map(({ index }) => ({
      kind: 'unopened' as const,
      tag: '</think>',
      start: index,
      end: index + 8,
    }));
    const rollout = rolloutOf([said(text), answer('x')], { anomalies });
    expect(messages(id, rollout)).toEqual([
      '`</think>` closes nothing: no `<think>` stands open before it; 2 more like it in this rollout',
    ]);
    expect(sightings(id, rollout)[0]?.start).toBe(2);
  });

  it('leaves the element that the text ends in to the rule about cut text', () => {
    const text = '<think>a <search>b';
    const parts = [{ start: 0, end: text.length, by: 'policy', path: null, rendered: false } as const];
    const rollout = { ...rolloutOf([]), text, parts, ...searchR1.parse(text, parts) };
    expect(messages(id, rollout)).toEqual(['`<think>` is opened but never closed: `</think>` is missing']);
    expect(messages('truncated', rollout)).toEqual([expect.stringContaining('ends inside `<search>`')]);
  });

  it('leaves truncation to its own rule and a sound rollout alone', () => {
    const cut = rolloutOf([said('x')], { anomalies: [{ kind: 'truncated', tag: null, start: 1, end: 1 }] });
    expect([...sightings(id, cut), ...sightings(id, sound)]).toEqual([]);
  });
});

describe('missing-answer', () => {
  const id = 'missing-answer';
  it.each([
    [
      'a search at the turn limit',
      [think('x'), search('zorvia river')],
      'no longer run, as at the turn limit: “zorvia river”',
    ],
    ['an open answer', [think('x'), answer('Mel', false)], 'an answer is opened but not closed'],
    ['a notice', [said('hm'), notice()], 'notice of an invalid action'],
    ['a thought', [think('x')], 'a thought'],
    ['documents', [search('q'), information(DOCUMENT)], 'what was retrieved'],
    ['text', [said('The river is Melka.')], 'it just ends'],
    ['a prompt alone', [prompt(EXAMPLES)], 'the response is empty'],
  ])('says how it ends: %s', (_name, pieces, ending) => {
    expect(messages(id, rolloutOf(pieces))).toEqual([expect.stringContaining(ending)]);
  });

  it('says call where tools are called', () => {
    expect(messages(id, rolloutOf([think('x'), search('print(2)')]), toolCall)).toEqual([
      'no answer by the policy: it ends with a call that is no longer run, as at the turn limit: “print(2)”',
    ]);
  });

  it('is quiet with an answer and where a dialect has no answers', () => {
    expect(messages(id, sound)).toEqual([]);
    expect(messages(id, rolloutOf([said('Melka')]), plain)).toEqual([]);
  });
});

describe('multiple-answers', () => {
  const id = 'multiple-answers';
  it('says which one counts', () => {
    const rollout = rolloutOf([answer('Danube'), said('wait'), answer('Melka River')]);
    expect(messages(id, rollout)).toEqual([
      'gives 2 answers: “Danube”, “Melka River”; answer 2 counts, “Melka River”',
    ]);
    expect(pointed(id, rollout)).toEqual(['<answer>Melka River</answer>']);
  });

  it('does not count examples, documents and open answers', () => {
    const pieces = [
      prompt(EXAMPLES),
      search('q'),
      information('<answer>x</answer>'),
      answer('a', false),
      answer('b'),
    ];
    expect(messages(id, rolloutOf(pieces))).toEqual([]);
  });
});

describe('search-without-information', () => {
  const id = 'search-without-information';
  it('sees a search that the rollout walks past', () => {
    const rollout = rolloutOf([search('zorvia river'), think('Nothing.'), answer('Melka')]);
    expect(messages(id, rollout)).toEqual([
      'no information follows the search for “zorvia river”, and the rollout goes on',
    ]);
  });

  it('says which searches never ran, and why', () => {
    const text = '<search>a</search>\n<answer>x</answer><search>b</search><think>y</think>';
    const parts = [{ start: 0, end: text.length, by: 'policy', path: null, rendered: false } as const];
    const rollout = { ...rolloutOf([]), text, parts, ...searchR1.parse(text, parts) };
    expect(messages(id, rollout)).toContain(
      'this search was never run: the answer before it had ended the rollout',
    );
  });

  it('says call where tools are called', () => {
    const rollout = rolloutOf([search('print(2)'), think('Nothing.'), answer('2')]);
    expect(messages(id, rollout, toolCall)).toEqual([
      'no information follows the call with “print(2)”, and the rollout goes on',
    ]);
  });

  it('takes a search at the very end for the turn limit, end marks and blanks aside', () => {
    expect(messages(id, rolloutOf([search('zorvia river'), said(' \n<|im_end|>\n')]))).toEqual([]);
  });

  it('sees an error in place of documents, but not a notice', () => {
    const failed = rolloutOf([search('zorvia river'), answer('x')], {
      turn: (turn, index) => (index === 0 ? { ...turn, error: 'Search request failed' } : turn),
    });
    expect(messages(id, failed)).toEqual([expect.stringContaining('“Search request failed”')]);
    expect(messages(id, rolloutOf([search('q'), notice(), answer('x')]))).toEqual([]);
  });

  it('says each error once', () => {
    const failed = rolloutOf([search('a'), think('x'), search('b'), think('y'), search('c'), answer('x')], {
      turn: (turn, index) => ({ ...turn, error: index < 3 ? (index === 1 ? 'Down' : 'Busy') : null }),
    });
    expect(messages(id, failed)).toEqual([
      'the search for “a” brought an error instead of documents: “Busy”, like 1 more in this rollout',
      'the search for “b” brought an error instead of documents: “Down”',
    ]);
  });

  it('is content with an empty observation, and with a word that nothing was found', () => {
    const nothing = rolloutOf([search('a'), answer('x')], {
      turn: (turn) => ({ ...turn, error: 'No Results', nothingFound: true }),
    });
    expect(messages(id, nothing)).toEqual([]);
    expect(messages(id, rolloutOf([search('q'), information(), answer('x')]))).toEqual([]);
    expect(messages(id, sound)).toEqual([]);
  });
});

describe('forged-information', () => {
  const id = 'forged-information';
  it('quotes what the policy made up and the gold in it', () => {
    const rollout = rolloutOf([forged('Zorvia lies on the Melka.'), answer('Melka')], { golds: ['Melka'] });
    expect(messages(id, rollout)).toEqual([
      'the policy wrote this information itself, no search brought it (25 characters): ' +
        '“Zorvia lies on the Melka.”; it contains the gold “Melka”',
    ]);
  });

  it('leaves the environment its information', () => {
    expect(messages(id, sound)).toEqual([]);
  });
});

describe('invalid-action', () => {
  const id = 'invalid-action';
  it('quotes the notice and says what the turn lacked', () => {
    expect(messages(id, rolloutOf([said('hm'), notice(), answer('x')]))).toEqual([
      'the environment found no valid action (neither search nor answer) and said: ' +
        '“My previous action is invalid. Let me try again.”',
    ]);
  });

  it('names the tag that stood alone', () => {
    const rollout = rolloutOf([said('<search>river'), notice(), answer('x')], {
      anomalies: [{ kind: 'unclosed', tag: '<search>', start: 0, end: 13 }],
    });
    expect(messages(id, rollout)).toEqual([expect.stringContaining('(`<search>` stands alone)')]);
  });

  it('reports an error without a search, and a policy that types the notice not at all', () => {
    const rollout = rolloutOf([said('call'), answer('x')], {
      turn: (turn) => ({ ...turn, error: 'Invalid JSON' }),
    });
    expect(messages(id, rollout)).toEqual(['the environment answered with an error: “Invalid JSON”']);
    expect(messages(id, rolloutOf([said('My previous action is invalid.')]))).toEqual([]);
  });
});

describe('truncated', () => {
  const id = 'truncated';
  it('points at the end of a cut observation', () => {
    const rollout = rolloutOf([search('q'), information('Zorvia lies on the Mel'), answer('x')]);
    const end = rollout.text.indexOf('</information>');
    const cut = {
      ...rollout,
      anomalies: [{ kind: 'truncated', tag: '</information>', start: end, end } as const],
    };
    expect(messages(id, cut)).toEqual([
      'what was retrieved stops here: `</information>` is missing, cut at the token limit for observations',
    ]);
    expect(pointed(id, cut)[0]).toMatch(/Zorvia lies on the Mel$/);
  });

  it.each([
    [
      'in the block',
      '<search>q</search>\n\n<information>Doc 1(Title: "Z") cut heSo I think </think><answer>x</answer>',
    ],
    ['after it', '<search>q</search>\n\n<information>Doc 1(Title: "Z") cut<answer>x</answer></think>'],
  ])('says that the border of document and thought is lost: %s', (_name, text) => {
    const parts = [{ start: 0, end: text.length, by: 'policy', path: null, rendered: false } as const];
    const rollout = { ...rolloutOf([]), text, parts, ...searchR1.parse(text, parts) };
    expect(messages(id, rollout)).toEqual([
      expect.stringContaining('`</think>` comes without its opener, so the policy’s own prose may stand'),
    ]);
  });

  it('sees an element of the policy that is open at the end, once', () => {
    const open = rolloutOf([think('so the river', false)]);
    expect(messages(id, open)).toEqual([expect.stringContaining('ends inside `<think>` before `</think>`')]);
    const end = open.text.length;
    const both = { ...open, anomalies: [{ kind: 'truncated', tag: null, start: end, end } as const] };
    expect(messages(id, both)).toEqual([expect.stringContaining('the text stops here')]);
  });

  it('takes an end mark after an open element for no proof that the model stopped itself', () => {
    expect(messages(id, rolloutOf([think('so the river<|im_end|>', false)]))).toEqual([
      expect.stringContaining('the text ends inside `<think>`'),
    ]);
  });

  it('is quiet after a closed search', () => {
    expect(messages(id, rolloutOf([search('q')]), r1Searcher)).toEqual([]);
    expect(messages(id, sound)).toEqual([]);
  });
});
