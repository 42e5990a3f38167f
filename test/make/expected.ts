import type { ExecutedSearch, FindingId, Unbalanced } from './labels';
import { contained, normalise } from './text';

/** What an execution knows about itself. */
export interface Facts {
  readonly golds: readonly string[];
  readonly yesNo: boolean;
  readonly searches: readonly ExecutedSearch[];
  /** The documents as far as they stand in the text, title and text. */
  readonly shownDocuments: readonly string[];
  readonly unexecuted: readonly string[];
  readonly answers: readonly string[];
  readonly answeredBeforeUnexecuted: boolean;
  readonly extractedFromElsewhere: boolean;
  readonly copiedFromPrompt: boolean;
  readonly notices: number;
  readonly unbalanced: readonly Unbalanced[];
  /** Findings the execution itself is in two minds about. */
  readonly perhaps: readonly FindingId[];
  readonly forged: boolean;
  readonly emptyQuery: boolean;
  readonly limitCut: 'none' | 'within' | 'end';
  /** More searches than the first number may be called too many, more than the second must be. */
  readonly searchLimits: readonly [low: number, high: number];
}

/** Which findings a reader would expect, and which might be argued about. */
export function expectedFindings(facts: Facts): { findings: FindingId[]; optional: FindingId[] } {
  const findings = new Set<FindingId>();
  const optional = new Set<FindingId>();
  const when = (yes: boolean, id: FindingId, into = findings): unknown => yes && into.add(id);
  const answer = facts.answers.at(-1) ?? null;
  const right = answer !== null && facts.golds.some((gold) => normalise(gold) === normalise(answer));
  const shown = facts.shownDocuments;
  const gold = contained(shown, facts.golds);

  const leftOpen = facts.unbalanced.some((tag) => tag.kind === 'unclosed');
  // Where the text ends inside the open element, that it was cut is all there is to say.
  const endsOpen = facts.limitCut !== 'none' || (leftOpen && answer === null);
  when(leftOpen && !endsOpen, 'unclosed-tag');
  when(facts.unbalanced.length > 0, 'unclosed-tag', optional);
  for (const id of facts.perhaps) optional.add(id);
  when(answer === null, 'missing-answer');
  when(facts.answers.length > 1, 'multiple-answers');
  when(facts.unexecuted.length > 0 && facts.answeredBeforeUnexecuted, 'search-without-information');
  const nothingBack = facts.searches.some((search) => search.titles.length === 0);
  when(facts.unexecuted.length > 0 || nothingBack, 'search-without-information', optional);
  when(facts.forged, 'forged-information');
  when(facts.notices > 0, 'invalid-action');
  when(facts.emptyQuery, 'empty-query');
  const queries = facts.searches.map((search) => search.query);
  when(new Set(queries).size < queries.length, 'repeated-query');
  const everything = [...queries, ...facts.unexecuted];
  when(new Set(everything).size < everything.length, 'repeated-query', optional);
  const written = queries.length + facts.unexecuted.length;
  when(written > facts.searchLimits[1], 'too-many-queries');
  when(written > facts.searchLimits[0], 'too-many-queries', optional);
  when(facts.limitCut === 'end' || facts.searches.some((search) => search.truncated), 'truncated');
  when(facts.limitCut === 'within' || (leftOpen && answer === null), 'truncated', optional);
  if (!facts.yesNo) {
    const wrong = answer !== null && !right;
    when(shown.length > 0 && gold === 'no', 'gold-never-retrieved');
    when(shown.length === 0 || gold === 'inside', 'gold-never-retrieved', optional);
    when(gold === 'whole' && wrong, 'gold-retrieved-answer-wrong');
    when(gold === 'inside' && wrong, 'gold-retrieved-answer-wrong', optional);
    if (answer !== null && answer !== '') {
      const support = contained(shown, [answer]);
      // A long answer is a sentence of its own: that no passage holds all of it says little.
      const long = answer.split(/\s+/).length > 12;
      // Of a right answer `gold-never-retrieved` says the same.
      const arguable = long || (right && gold !== 'whole');
      when(shown.length > 0 && support === 'no', 'answer-not-in-evidence', arguable ? optional : findings);
      when(shown.length === 0 || support === 'inside', 'answer-not-in-evidence', optional);
    }
  }
  when(facts.extractedFromElsewhere || facts.copiedFromPrompt, 'answer-from-prompt-example');
  return {
    findings: [...findings].sort(),
    optional: [...optional].filter((id) => !findings.has(id)).sort(),
  };
}
