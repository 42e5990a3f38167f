import { segmentAt, turnAt } from '../places';
import type { Rule, Sighting, UncheckedRollout } from '../rule';

/** CJK characters as the reward looks for them: U+4E00 to U+9FFF. */
const CJK = /[\u4e00-\u9fff]/g;
const WORDS = /[Aa]ssistant/g;

/** Text that R1-Searcher's rewards punish wherever it stands. */
export const forbiddenText: Rule = {
  id: 'forbidden-text',
  title: 'Text that the reward punishes',
  severity: 'information',
  explanation:
    'R1-Searcher’s rewards take points off for Chinese characters outside of the documents and, in the Qwen variant, ' +
    'for the word “assistant” anywhere, also in a document that the policy did not write.',
  dialects: ['r1-searcher'],
  check({ rollout }, report) {
    const word = firstOf(rollout, WORDS, true);
    if (word) {
      const { by, ...range } = word;
      const whose = by === 'environment' ? ', in a document, through no fault of the policy' : '';
      const said = rollout.text.slice(range.start, range.end);
      const message = `the word “${said}” stands here${whose}: the Qwen reward takes 2 off`;
      report({ ...range, turn: turnAt(rollout, range.start), message });
    }
    const cjk = firstOf(rollout, CJK, false);
    if (!cjk) return;
    const { start, end } = cjk;
    const message =
      'a Chinese character stands outside of the documents: the Qwen reward takes 2 off, Llama’s second 1';
    report({ start, end, turn: turnAt(rollout, start), message });
  },
};

type Found = Omit<Sighting, 'turn' | 'message'> & { readonly by: string };

/** The first match in what the policy wrote; else, where documents count, in them. */
function firstOf(rollout: UncheckedRollout, pattern: RegExp, documents: boolean): Found | null {
  const { text, segments } = rollout;
  const search = new RegExp(pattern);
  search.lastIndex = segments.find(({ by }) => by !== 'prompt')?.start ?? text.length;
  let retrieved: Found | null = null;
  for (let match = search.exec(text); match; match = search.exec(text)) {
    const segment = segmentAt(rollout, match.index);
    if (segment === null) break;
    const { by, kind } = segment;
    const found = { start: match.index, end: search.lastIndex, by };
    if (by === 'policy' && kind !== 'information') return found;
    if (documents && by === 'environment') retrieved ??= found;
    // No other match in the same segment says more.
    search.lastIndex = Math.max(search.lastIndex, segment.end);
  }
  return retrieved;
}
