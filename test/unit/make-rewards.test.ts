import { describe, expect, it } from 'vitest';
import { reward } from '../make/r1-searcher/reward';
import { extract } from '../make/search-r1/execute';
import { chatml } from '../make/search-r1/prompt';
import { normalise, normaliseSpaced } from '../make/text';

const search =
  'I look it up. <|begin_of_query|> Zorvia river<|end_of_query|>\n\n<|begin_of_documents|>\n' +
  '(1)Zorvia   Zorvia lies on the Melka river.\n<|end_of_documents|>\n\n';
const close = (answer: string): string => `Found.</think>\n\n<answer> ${answer} </answer>`;

describe('the reward of R1-Searcher (Qwen zero)', () => {
  it.each([
    ['one good search, right', search + close('Melka River'), 1],
    ['no search, right', close('Melka River'), 1],
    ['one good search, wrong', search + close('Danube'), 0],
    ['partly right', search + close('the Melka'), 2 / 3],
    ['nothing found', search.replace(/\(1\).*\n/, 'None') + close('Melka River'), -1],
    ['no answer tags', `${search}Found.</think> Melka River`, -2],
    ['names the assistant', `${search}The assistant. ${close('Melka River')}`, -1],
  ])('%s', (_, solution, expected) => {
    expect(reward(solution, ['Melka River'])).toBeCloseTo(expected, 10);
  });
});

describe('the answer that Search-R1 extracts', () => {
  const prompt = chatml('On which river does Zorvia lie?');
  const notice = 'put the answer between <answer> and </answer>. Let me try again.';

  it.each([
    ['an answer', '<answer> The Melka River </answer>', 'The Melka River'],
    ['the last of two', '<answer>Danube</answer> wait <answer>Melka</answer>', 'Melka'],
    ['the example of the prompt', 'I do not know.', 'Beijing'],
    ['the notice', notice, 'and'],
  ])('%s', (_, response, expected) => {
    expect(extract(prompt + response)).toBe(expected);
  });

  it('is none in a response alone', () => {
    expect(extract('<answer> The Melka River </answer>')).toBeNull();
  });

  it('stands twice in the prompt, like one query and one information', () => {
    const contents = (tag: string): string[] =>
      [...prompt.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map((match) => match[1] ?? '');
    expect(['answer', 'search', 'information', 'think'].map(contents)).toEqual([
      [' and ', ' Beijing '],
      [' query '],
      [' and '],
      [' and '],
    ]);
  });
});

describe('the normalisers', () => {
  it('delete punctuation', () => {
    expect(
      ['The U.S. Route-22!', 'A  an THE', "it's", '1,000', 'THE_END', 'A.B. the C'].map(normalise),
    ).toEqual(['us route22', '', 'its', '1000', 'theend', 'ab c']);
  });

  it('or blank it', () => {
    expect(['U.S.', 'state-of-the-art', 'A.B. the C', '1,000', 'THE_END'].map(normaliseSpaced)).toEqual([
      'u s',
      'state of art',
      'b c',
      '1 000',
      'end',
    ]);
  });
});
