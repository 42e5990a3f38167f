import { expect, it } from 'vitest';
import { readState } from '../../../webview/views/replay/state';

const place = { rollout: { file: 'file:///a.jsonl', index: 0, sample: 0 }, turn: 2, query: 1 };
const first = { turn: 2, query: 1, text: null, topK: null, tries: [] };

it('begins at the query that the panel was opened for', () => {
  for (const stored of [undefined, null, 7, 'x', []]) expect(readState(stored, place)).toEqual(first);
});

it('takes what an earlier page kept, and drops what makes no sense', () => {
  const tried = { text: 'salmon moss', goldRank: null, overlap: 0.5 };
  const kept = { turn: 0, query: 0, text: 'other words', topK: 5, tries: [tried] };
  expect(readState(kept, place)).toEqual(kept);
  const odd = {
    turn: '0',
    text: 4,
    topK: {},
    tries: [tried, null, 'x', { ...tried, text: {} }, { ...tried, goldRank: 'x' }],
  };
  expect(readState(odd, place)).toEqual({ ...first, tries: [tried] });
});
