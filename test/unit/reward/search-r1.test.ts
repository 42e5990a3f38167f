import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type FormatConstants, searchR1Format, V03 } from '../../../core/reward/profiles/search-r1-format';
import { searchR1FormatDecodedProfile } from '../../../core/reward/profiles/search-r1-format-decoded';
import { profileNamed } from '../../../core/reward/profiles';
import { scoreOf } from '../../../core/reward/score';
import { structureOf } from '../../../core/reward/search-r1-structure';
import { GOOD, NOTICE, PROMPT, scored } from './scored';

const GOLD = ['Melka River'];
const em = profileNamed('search-r1');
const format = profileNamed('search-r1-format');
const withConstants = (constants: FormatConstants) => searchR1Format(constants, format);
const withRetrieval = withConstants({ ...V03, retrieval: 0.1 });

/** Computed with the official functions: response, golds, answer, EM, format reward with R=0 and with R=0.1. */
const golden: readonly (readonly [string, string, readonly string[], string, number, number, number])[] = [
  ['a good rollout', GOOD, GOLD, 'The Melka River', 1, 1, 1],
  ['a wrong answer', GOOD.replace('The Melka River', 'Danube'), GOLD, 'Danube', 0, 0.2, 0.30000000000000004],
  ['think and search alone', GOOD.split('\n').slice(0, 2).join('\n'), GOLD, 'Beijing', 0, 0.1, 0.1],
  ['rambling', 'I wonder where that may be.', GOLD, 'Beijing', 0, 0.1, 0.1],
  ['rambling where the gold is Beijing', 'I wonder where that may be.', ['Beijing'], 'Beijing', 1, 0.8, 0.8],
  ['a wrong answer alone', '<answer>Danube</answer>', GOLD, 'Danube', 0, 0.1, 0.1],
  ['a right answer alone', '<answer>melka river</answer>', GOLD, 'melka river', 1, 0.8, 0.8],
  ['words after the end', `${GOOD} extra`, GOLD, 'The Melka River', 1, 0.8, 0.8],
  [
    'an answer taken back',
    '<think>hm</think><answer>Danube</answer> wait <answer>Melka River</answer>',
    GOLD,
    'Melka River',
    1,
    0.8,
    0.8,
  ],
];

describe('the golden vectors', () => {
  it.each(golden)('%s', (_, response, golds, answer, exact, reward, rewardWithRetrieval) => {
    const rollout = scored(PROMPT, response, golds);
    expect(scoreOf(rollout, em)).toMatchObject({ answer, em: exact, total: exact });
    expect(scoreOf(rollout, format)).toMatchObject({ answer, em: exact, total: reward });
    expect(scoreOf(rollout, withRetrieval).total).toBe(rewardWithRetrieval);
  });

  it('a single answer without the prompt counts as none', () => {
    const score = scoreOf(scored('', GOOD, GOLD), em);
    expect(score).toMatchObject({ answer: null, em: 0, f1: 0, total: 0 });
    expect(score.components[0]?.reason).toBe(
      'no answer was extracted: “The Melka River” is the only <answer>…</answer>, and the reward wants 2, because it ' +
        'expects the prompt’s examples in front; this text has no prompt',
    );
  });

  it('a notice at the end is the answer', () => {
    const score = scoreOf(scored(PROMPT, `I do not know.${NOTICE}`, GOLD), em);
    expect(score).toMatchObject({ answer: 'and', total: 0 });
    expect(score.components[0]?.reason).toBe(
      'extracted “and”: words of the environment’s notice, since no answer follows it; it is not the gold “Melka River”',
    );
  });
});

describe('texts in any order of tags', () => {
  interface Vector {
    readonly text: string;
    readonly golds: readonly string[];
    readonly constants: readonly [number, number, number];
    readonly answer: string | null;
    readonly failure: string | null;
    readonly em: number;
    readonly format: number;
  }
  const path = new URL('search-r1-vectors.json', import.meta.url);
  const vectors = JSON.parse(readFileSync(path, 'utf8')) as readonly Vector[];

  it('score as the Python of the rewards does', () => {
    expect(vectors).toHaveLength(400);
    for (const { text, golds, constants, answer, failure, em: exact, format: reward } of vectors) {
      const [structure, final, hit] = constants;
      const profile = withConstants({ structureFormat: structure, finalFormat: final, retrieval: hit });
      const rollout = scored('', text, golds);
      const checked = structureOf(rollout);
      expect(checked.valid ? null : checked.failure, text).toBe(failure);
      expect(scoreOf(rollout, em), text).toMatchObject({ answer, em: exact, total: exact });
      const { total, components } = scoreOf(rollout, profile);
      expect(total, text).toBe(reward);
      expect(components.reduce((sum, { value, weight }) => sum + weight * (value ?? NaN), 0)).toBe(reward);
    }
  });
});

describe('reasons', () => {
  const reasonsOf = (response: string, golds = GOLD, profile = withRetrieval) =>
    Object.fromEntries(
      scoreOf(scored(PROMPT, response, golds), profile).components.map(({ name, value, reason }) => [
        name,
        `${value}: ${reason}`,
      ]),
    );
  const at = (response: string, name: string, golds = GOLD) => {
    const rollout = scored(PROMPT, response, golds);
    const { range } = scoreOf(rollout, withRetrieval).components.find((each) => each.name === name) ?? {};
    return range && rollout.text.slice(range.start, range.end);
  };

  it('of a rollout that earns everything', () => {
    expect(reasonsOf(GOOD)).toEqual({
      'exact-match':
        '1: extracted “The Melka River”, the last answer of the rollout; it equals the gold “Melka River”, both ' +
        'normalised to “melka river”',
      'structure-format': '0: the structure is in order, so the right answer earns all of its reward',
      'final-format': '0: counts only for a wrong answer, and this one is right',
      retrieval: '0: counts only for a wrong answer, and this one is right',
    });
  });

  it('of a wrong answer in good order, with the block that holds the gold', () => {
    const wrong = GOOD.replace('The Melka River', 'Danube');
    expect(reasonsOf(wrong)).toEqual({
      'exact-match':
        '0: extracted “Danube”, the last answer of the rollout; it is not the gold “Melka River”',
      'structure-format': '1: the structure is in order, which earns this although the answer is wrong',
      'final-format': '0: counts only where the structure is not in order, and here it is',
      retrieval: '1: an <information> block holds the gold “Melka River”',
    });
    expect(at(wrong, 'retrieval')).toBe('Doc 1(Title: "Zorvia") Zorvia lies on the Melka River.');
    expect(at(wrong, 'exact-match')).toBe(' Danube ');
    expect(reasonsOf(wrong, GOLD, format)['retrieval']).toBe(
      '0: weighs 0 in this profile, so it was not looked for',
    );
  });

  it('of the example that is taken for the answer', () => {
    expect(reasonsOf('I wonder.')).toEqual({
      'exact-match':
        '0: extracted “Beijing”: it is the example answer of the prompt, since the rollout wrote no complete answer; ' +
        'it is not the gold “Melka River”',
      'structure-format':
        "0: the structure is not in order: Unexpected content 'I wonder.' between tags (state: start). It earns nothing",
      'final-format':
        '1: extracted “Beijing”: it is the example answer of the prompt, since the rollout wrote no complete answer; ' +
        'a wrong answer earns this where the structure is not in order',
      retrieval: '0: counts only where the structure is in order',
    });
  });

  it.each([
    ['extra', `${GOOD} extra`],
    ['words', GOOD.replace('\n<search>', '\nwords\n<search>')],
    ['</think>', GOOD.replace('need it</think>', 'need it</think></think>')],
    ['<search>', GOOD.replace('<think>need it</think>\n', '')],
    ['<think>', `${GOOD}\n<think>`],
    ['</search>', GOOD.split('\n').slice(0, 2).join('\n')],
  ])('point to what is out of order: %s', (culprit, response) => {
    expect(at(response, 'structure-format')).toBe(culprit);
  });

  it('say what is missing where the file holds no golds', () => {
    const score = scoreOf(scored(PROMPT, GOOD, []), format);
    const reason = 'the file holds no gold answer for this rollout';
    expect(score).toMatchObject({ total: null, reason, answer: 'The Melka River', em: null, f1: null });
    expect(score.components.map(({ value }) => value)).toEqual([null, null, null, 0]);
  });

  it('name a document that the answer was taken from', () => {
    const stray = GOOD.replace('on the Melka River.', 'near <answer>Orlen</answer>.').replace(
      /<answer> .*/,
      '',
    );
    expect(reasonsOf(stray)['exact-match']).toMatch(
      /^0: extracted “Orlen”: it stands in a retrieved document/,
    );
  });
});

describe('texts that were written without special tokens', () => {
  const decoded = PROMPT.replace('<|im_start|>system', 'system')
    .replaceAll('<|im_end|>', '')
    .replaceAll('<|im_start|>', '');
  const rollout = scored(decoded, GOOD, GOLD);

  it('fail the check as it is, and the reason says where to turn', () => {
    const score = scoreOf(rollout, format);
    expect(score.total).toBe(0.8);
    expect(score.components[1]?.reason).toContain('written without special tokens');
    expect(score.components[1]?.reason).toContain(searchR1FormatDecodedProfile.id);
  });

  it('are checked from their bare header on, where one asks for that', () => {
    expect(scoreOf(rollout, searchR1FormatDecodedProfile).total).toBe(1);
    expect(scoreOf(scored(decoded, `${GOOD} extra`, GOLD), searchR1FormatDecodedProfile).total).toBe(0.8);
    expect(scoreOf(scored(PROMPT, GOOD, GOLD), searchR1FormatDecodedProfile).total).toBe(1);
  });

  it('cannot pass where the prompt was never templated', () => {
    const bare = scored(
      'Answer with <answer> Beijing </answer> or <answer> x </answer>. Question: q?\n',
      GOOD,
      GOLD,
    );
    for (const profile of [format, searchR1FormatDecodedProfile])
      expect(scoreOf(bare, profile).total).toBe(0.8);
    expect(scoreOf(bare, format).components[1]?.reason).toContain('made without the ChatML template');
  });
});
