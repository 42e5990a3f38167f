import type { SearchLabel, SystemRollout } from '../family/label';
import { questionOf } from '../family/voices';
import { writeLabels } from '../family/write';
import type { Outputs } from '../outputs';
import { Random } from '../random';
import type { Retriever } from '../retriever';
import { found, need, sure } from '../search-r1/words';
import { normalise } from '../text';
import { Transcript } from '../transcript';
import { questions, type Question } from '../world/questions';
import { f1 } from '../research/reward';

const LIMIT = 3;
const OPEN = '<|begin_search_query|>';
const CLOSE = '<|end_search_query|>';
const REFUSED = {
  limit: 'The maximum search limit is exceeded. You are not allowed to search.',
  again: 'You have searched this query. Please refer to previous results.',
} as const;

interface Script {
  readonly name: string;
  readonly on: string;
  segments(question: Question, random: Random): string[];
}

const ask = (query: string): string => `${OPEN}${query}${CLOSE}`;
const boxed = (text: string): string => `So the answer is \\boxed{${text}}.`;

function steps({ hops }: Question, random: Random, end: string): string[] {
  let before = '';
  const turns = hops.map((hop) => {
    const turn = `${before}${need(random, hop)}\n\n${ask(hop.query)}`;
    before = `${found(random, hop)} `;
    return turn;
  });
  return [...turns, `${before}${sure(random)} ${end}`];
}

const gold = ({ golds }: Question): string => golds[0] ?? '';
const query = ({ hops }: Question): string => hops[0]?.query ?? '';

const scripts: readonly Script[] = [
  { name: 'perfect', on: 'q07', segments: (q, r) => steps(q, r, boxed(gold(q))) },
  { name: 'wrong', on: 'q13', segments: (q, r) => steps(q, r, boxed(q.wrong)) },
  { name: 'no-search', on: 'q15', segments: (q) => [`I know this. ${boxed(gold(q))}`] },
  {
    name: 'asks-again',
    on: 'q22',
    segments: (q, r) => [`Hm. ${ask(query(q))}`, ...steps(q, r, boxed(gold(q)))],
  },
  {
    name: 'over-the-limit',
    on: 'q28',
    segments: (q) => [...[1, 2, 3, 4].map((n) => `More. ${ask(`${query(q)} ${n}`)}`), boxed(q.wrong)],
  },
  { name: 'nothing-found', on: 'q33', segments: (q) => [`Odd. ${ask('xyzzy qwortle')}`, boxed(q.wrong)] },
  { name: 'no-box', on: 'q37', segments: (q, r) => steps(q, r, `It is ${gold(q)}.`) },
  {
    name: 'thinks-in-tags',
    on: 'q09',
    segments: (q, r) => {
      const [first = '', ...rest] = steps(q, r, `</think>\n\n${boxed(gold(q))}`);
      return [`<think>\n${first}`, ...rest];
    },
  },
  { name: 'letters', on: 'q60', segments: (q, r) => steps(q, r, boxed(gold(q))) },
];

interface Ran {
  readonly text: string;
  readonly label: SystemRollout;
}

/** Runs one script: each query once, up to the limit. (Search-o1: `scripts/run_search_o1.py`) */
function execute(question: Question, script: Script, retriever: Retriever, random: Random): Ran {
  const transcript = new Transcript();
  const searches: SearchLabel[] = [];
  const asked = new Set<string>();
  for (const segment of script.segments(question, random)) {
    transcript.write('policy', segment);
    const wanted = segment.endsWith(CLOSE)
      ? segment.slice(segment.indexOf(OPEN) + OPEN.length, -CLOSE.length).trim()
      : '';
    if (wanted === '') break;
    const refused = asked.has(wanted) ? REFUSED.again : asked.size >= LIMIT ? REFUSED.limit : null;
    if (refused !== null) {
      transcript.write('environment', `\n<|begin_search_result|>\n${refused}\n<|end_search_result|>\n`);
      searches.push({ queries: [wanted], titles: [[]], error: refused });
      continue;
    }
    asked.add(wanted);
    // A second prompt of the same model would draw a digest from the pages; here the best passage is one.
    const [best] = retriever.search(wanted, 1);
    const digest = best?.text ?? 'No helpful information found.';
    transcript.write('environment', `\n\n<|begin_search_result|>${digest}<|end_search_result|>\n\n`);
    searches.push({ queries: [wanted], titles: [best ? [best.title] : []], error: null });
  }
  const { text } = transcript;
  const answer = /\\boxed\{(.*)\}/.exec(text)?.[1] ?? null;
  const label: SystemRollout = {
    behaviour: script.name,
    question: question.question,
    golds: question.golds,
    runs: transcript.runs,
    searches,
    answer,
    notices: 0,
    truncated: false,
    score: question.golds.some((each) => normalise(each) === normalise(answer ?? '')) ? 1 : 0,
  };
  return { text, label };
}

/** `examples/search-o1/test.json`: the data with outputs put in, as the evaluation writes it. */
export function writeSearchO1(out: Outputs, retriever: Retriever): void {
  const random = new Random(251);
  const rows = scripts.map((script) => execute(questionOf(questions, script.on), script, retriever, random));
  const file = 'examples/search-o1/test.json';
  const records = rows.map(({ text, label }, id) => ({
    id,
    Question: label.question,
    answer: label.golds,
    Output: text,
    Pred_Answer: label.answer ?? '',
    Metrics: {
      is_valid_answer: label.answer !== null,
      em: label.score,
      f1: Math.max(...label.golds.map((each) => f1(label.answer ?? '', each))),
    },
  }));
  out.text(file, `${JSON.stringify(records, null, 2)}\n`);
  writeLabels(out, { file, dialect: 'search-o1', rollouts: rows.map(({ label }) => label) });
}
