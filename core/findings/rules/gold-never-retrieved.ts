import { tailOf } from '../places';
import type { Rule, UncheckedRollout } from '../rule';
import { saidLater } from '../said-later';
import type { Range } from '../../trace/model';
import { anyOf, quoteSome } from '../words';

/** Words after normalisation that a gold may have to be looked for: sentences stand in no document word by word. */
const LONGEST_PHRASE = 12;

/** Documents came back and no gold stands in any, nor in an observation that could not be cut into documents. */
export const goldNeverRetrieved: Rule = {
  id: 'gold-never-retrieved',
  title: 'Gold never retrieved',
  severity: 'information',
  explanation:
    'None of the retrieved documents contains a gold answer, so the failure lies before reading: in the queries, the ' +
    'retriever or the corpus. A right answer came from the model’s memory then.',
  check({ rollout, evidence }, report) {
    const golds = evidence.searchableGolds;
    if (!evidence.retrieved || golds.length === 0 || evidence.gold !== null) return;
    if (evidence.needles.every(({ normal }) => normal.split(' ').length > LONGEST_PHRASE)) return;
    const uncut = evidence.passages.filter(({ document }) => document === null);
    if (uncut.some((passage) => evidence.needles.some((needle) => passage.holds(needle)))) return;
    report(
      saidLater(lastSearch(rollout, evidence.layout.contentEnd), null, () => {
        const right =
          evidence.correct === true
            ? '; the answer is right all the same, so it came from memory or from the question'
            : '';
        return `no gold stands in ${anyOf(evidence.passages.length - uncut.length)}: ${quoteSome(golds)}${right}`;
      }),
    );
  },
};

/** The last search that brought documents; the end of the text where searches have no ranges. */
function lastSearch({ turns, text }: UncheckedRollout, end: number): Range {
  const turn = turns.findLast(({ documents }) => documents.length > 0);
  const range = turn?.searches.at(-1) ?? turn?.documents.at(0);
  return range ? { start: range.start, end: range.end } : tailOf(text, end);
}
