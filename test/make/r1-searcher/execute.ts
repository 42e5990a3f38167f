import { expectedFindings } from '../expected';
import type { ExecutedSearch, FindingId, RolloutLabel } from '../labels';
import { textOf } from '../parts';
import type { Policy, Seen } from '../policy';
import type { Random } from '../random';
import type { Retriever } from '../retriever';
import { lengthOfPieces } from '../text';
import { Transcript } from '../transcript';
import type { Question } from '../world/questions';
import { block, passageText, type Layout } from './documents';
import { extract, reward } from './reward';

/** How a run goes: training and evaluation differ in their stops, their limits and the cleaning of queries. */
export interface Settings {
  readonly evaluation: boolean;
  readonly maxSearches: number;
  readonly topK: number;
  readonly maxSegmentTokens: number;
  readonly layout: Layout;
}

const openQuery = '<|begin_of_query|>';
const closeQuery = '<|end_of_query|>';

export type StopReason = 'finished' | 'many_retrieve' | 'query_inst_error' | 'shot_down';

export interface Executed {
  readonly solution: string;
  readonly stop: StopReason;
  readonly score: number;
  readonly label: Omit<RolloutLabel, 'index'>;
}

/** Evaluation cleans more than training does. (R1-Searcher: evaluation/, ppo_utils/experience_maker.py) */
function clean(query: string, evaluation: boolean): string {
  const unquoted = query.replaceAll('"', '');
  const cleaned = evaluation
    ? unquoted.replaceAll("'", '').replaceAll('...', '').replaceAll('\t', ' ')
    : unquoted;
  return cleaned.trim().replace(/\s+/g, ' ');
}

/** Runs one policy on one question. The text starts inside think, behind the prompt's `<think>`. */
export function execute(
  question: Question,
  policy: Policy,
  retriever: Retriever,
  settings: Settings,
  random: Random,
): Executed {
  const transcript = new Transcript();
  const reply = question.golds[0] ?? '';
  const turns = policy.play({ question, random, maxTurns: settings.maxSearches, reply });
  const searches: ExecutedSearch[] = [];
  const shownDocuments: string[] = [];
  let seen: Seen = { documents: [], notice: false };
  let stop: StopReason | null = null;
  const perhaps: FindingId[] = [];
  let cutAtEnd = false;

  while (stop === null) {
    const next = turns.next(seen);
    if (next.done) throw new Error(`${policy.name} ran out of turns on ${question.id}`);
    const full = textOf(next.value);
    const sampled = full.slice(0, lengthOfPieces(full, settings.maxSegmentTokens));
    const closers = settings.evaluation ? [closeQuery, '</answer>'] : [closeQuery];
    const [first] = closers
      .map((closer) => ({ closer, at: sampled.indexOf(closer) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at);
    const asksFor =
      first?.closer === closeQuery && sampled.slice(0, first.at).includes(openQuery) ? first.at : null;

    if (asksFor === null || searches.length === settings.maxSearches) {
      // The last segment: a stop string of a query is not put back, the closing tag of an answer is.
      const end =
        first === undefined
          ? sampled.length
          : first.at + (first.closer === closeQuery ? 0 : first.closer.length);
      transcript.policy(next.value, 0, end);
      cutAtEnd = first === undefined && sampled.length < full.length;
      stop =
        asksFor !== null
          ? 'many_retrieve'
          : transcript.complete('answer').length > 0
            ? 'finished'
            : 'shot_down';
      break;
    }
    const generated = sampled.slice(0, asksFor);
    const query = clean(
      generated.slice(generated.lastIndexOf(openQuery) + openQuery.length),
      settings.evaluation,
    );
    const from = generated.length - generated.trimStart().length;
    if (query === '') {
      transcript.policy(next.value, from, generated.trimEnd().length);
      perhaps.push('empty-query');
      stop = 'query_inst_error';
      break;
    }
    transcript.policy(next.value, from, generated.trimEnd().length);
    // The stop string is not part of what was sampled; it is put back behind the stripped segment.
    const closer = next.value.filter((part) => part.text === closeQuery).slice(0, 1);
    transcript.policy(closer, 0, closeQuery.length);
    const results = retriever.search(query, settings.topK);
    transcript.write('environment', block(results, settings.layout));
    shownDocuments.push(...results.map((result) => passageText(result, settings.layout)));
    searches.push({
      query,
      titles: results.map(({ title }) => title),
      shown: results.length,
      truncated: false,
    });
    seen = { documents: results, notice: false };
  }
  if (!settings.evaluation) transcript.write('policy', '<|endoftext|>');

  if (transcript.has('inner') || !transcript.closes('think')) perhaps.push('unclosed-tag');
  if (stop === 'many_retrieve') perhaps.push('too-many-queries');

  const solution = transcript.text;
  const answers = transcript.complete('answer').map((element) => element.content.trim());
  const unbalanced = transcript.unbalanced((tag) => (tag === 'query' ? openQuery : `<${tag}>`));
  const score = reward(solution, question.golds);
  const expected = expectedFindings({
    golds: question.golds,
    yesNo: question.yesNo,
    searches,
    shownDocuments,
    unexecuted: [],
    answers,
    answeredBeforeUnexecuted: false,
    extractedFromElsewhere: false,
    copiedFromPrompt: false,
    notices: 0,
    unbalanced,
    perhaps,
    forged: transcript.has('forged'),
    emptyQuery: false,
    limitCut: cutAtEnd ? 'end' : 'none',
    searchLimits: [8, 10],
  });
  return {
    solution,
    stop,
    score,
    label: {
      behaviour: policy.name,
      question: question.question,
      golds: question.golds,
      length: solution.length,
      runs: transcript.runs,
      searches,
      unexecuted: [],
      answers,
      answer: answers.at(-1) ?? null,
      extracted: extract(solution),
      notices: 0,
      documentsTruncated: false,
      unbalanced,
      score: settings.evaluation ? null : score,
      ...expected,
    },
  };
}
