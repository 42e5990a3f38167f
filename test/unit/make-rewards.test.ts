import { describe, expect, it } from 'vitest';
import { reward } from '../make/r1-searcher/reward';
import { extract } from '../make/search-r1/execute';
import { chatml } from '../make/search-r1/prompt';
import { normalise, normaliseSpaced } from '../make/text';

const search =
  'I look it up. <|begin_of_query|> Fennick river<|end_of_query|>\n\n<|begin_of_documents|>\n' +
  '(1)Fennick   Fennick lies on the Orlen river.\n<|end_of_documents|>\n\n';
const close = (answer: string): string => `Found.</think>\n\n<answer> ${answer} </answer>`;

describe('the reward of R1-Searcher (Qwen zero)', () => {
  it.each([
    ['one good search, right', search + close('Orlen River'), 1],
    ['no search, right', close('Orlen River'), 1],
    ['one good search, wrong', search + close('Hask'), 0],
    ['partly right', search + close('the Orlen'), 2 / 3],
    ['nothing found', search.replace(/\(1\).*\n/, 'None') + close('Orlen River'), -1],
    ['no answer tags', `${search}Found.</think> Orlen River`, -2],
    ['names the assistant', `${search}The assistant. ${close('Orlen River')}`, -1],
  ])('%s', (_, solution, expected) => {
    expect(reward(solution, ['Orlen River'])).toBeCloseTo(expected, 10);
  });
});

describe('the answer that Search-R1 extracts', () => {
  const prompt = chatml('On which river does Fennick lie?');
  const notice = 'put the answer between <answer> and </answer>. Let me try again.';

  it.each([
    ['an answer', '<answer> The Orlen River </answer>', 'The Orlen River'],
    ['the last of two', '<answer>Hask</answer> wait <answer>Orlen</answer>', 'Orlen'],
    ['the example of the prompt', 'I do not know.', 'Beijing'],
    ['the notice', notice, 'and'],
  ])('%s', (_, response, expected) => {
    expect(extract(prompt + response)).toBe(expected);
  });

  it('is none in a response alone', () => {
    expect(extract('<answer> The Orlen River </answer>')).toBeNull();
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
      ['The U.K. Road-7!', 'A  an THE', "that's", '2,000', 'THE_END', 'A.B. the C'].map(normalise),
    ).toEqual(['uk road7', '', 'thats', '2000', 'theend', 'ab c']);
  });

  it('or blank it', () => {
    expect(['U.K.', 'top-of-the-hill', 'A.B. the C', '2,000', 'THE_END'].map(normaliseSpaced)).toEqual([
      'u k',
      'top of hill',
      'b c',
      '2 000',
      'end',
    ]);
  });
});
