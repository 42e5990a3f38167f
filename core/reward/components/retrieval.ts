import { quote, quoteSome } from '../../findings/words';
import type { Range } from '../../trace/model';
import { type Component, type Measure, NO_GOLDS } from '../component';
import { normaliseN1 } from '../normalise';
import { elementsIn } from '../official-answer';

/** The part of `retrieval_score` in Search-R1's `qa_em_format.py`. */
export const retrieval: Component = {
  name: 'retrieval',
  title: 'Gold retrieved',
  explanation:
    '1 where the structure is in order, the answer wrong or missing, and some <information> block holds a gold, both ' +
    'normalised; else 0. Part of a word is enough.',
  measure({ rollout: { text, golds }, correct, structure }): Measure {
    if (correct === null) return { value: null, reason: NO_GOLDS };
    if (!structure.valid) return { value: 0, reason: 'counts only where the structure is in order' };
    if (correct) return { value: 0, reason: 'counts only for a wrong answer, and this one is right' };
    const hit = goldIn(text, golds);
    return hit
      ? { value: 1, reason: `an <information> block holds the gold ${quote(hit.gold)}`, range: hit.range }
      : { value: 0, reason: `no <information> block holds ${quoteSome(golds)}` };
  },
};

/**
 * The first `<information>` block of a text that holds a gold, the prompt's own included, as `is_retrieval_correct`
 * finds it: by substring, so that a gold of which normalising leaves nothing is in every block.
 */
function goldIn(
  text: string,
  golds: readonly string[],
): { readonly gold: string; readonly range: Range } | null {
  const wanted = golds.map((gold) => ({ gold, normal: normaliseN1(gold) }));
  for (const range of elementsIn(text, '<information>', '</information>')) {
    const block = normaliseN1(text.slice(range.start, range.end));
    const found = wanted.find(({ normal }) => block.includes(normal));
    if (found) return { gold: found.gold, range };
  }
  return null;
}
