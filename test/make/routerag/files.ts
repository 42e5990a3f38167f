import { behaviours, solve, type Behaviour, type Voice } from '../family/behaviours';
import { type Fork, playFork } from '../family/play';
import { questionOf, tagged } from '../family/voices';
import { sampleBlock, writeLabels } from '../family/write';
import type { Outputs } from '../outputs';
import { Random } from '../random';
import type { Retriever } from '../retriever';
import { asciiJson } from '../rag-r1/run';
import { lengthOfPieces, normalise } from '../text';
import { questions } from '../world/questions';
import { evaluate } from './evaluate';
import { prompt } from './prompt';
import { routed } from './query';

const MAX_OBSERVATION = 120;

/** A voice that asks the graph. */
const graph: Voice = { ...tagged, search: (query) => tagged.search(`[graph] ${query}`) };

/** The last answer after the first assistant header; one is enough. (RouteRAG: `qa_em_efficiency.py`) */
export function extract(text: string): string | null {
  const response = text.slice(text.indexOf('<|im_start|>assistant'));
  return [...response.matchAll(/<answer>(.*?)<\/answer>/gs)].at(-1)?.[1]?.trim() ?? null;
}

const score = (text: string, golds: readonly string[]): number => {
  const extracted = extract(text);
  return golds.some((gold) => extracted !== null && normalise(gold) === normalise(extracted)) ? 1 : 0;
};

/** RouteRAG’s training protocol: blanks inside the element, passages in every mode, no quotes around titles. */
const fork = (retriever: Retriever): Fork => ({
  maxTurns: 4,
  maxResponseTokens: 200,
  voice: graph,
  score,
  observe: (written) => {
    const { query, label } = routed(written);
    const results = query === '' ? [] : retriever.search(query, 3);
    const docs = results.map(({ title, text }, at) => `Doc ${at + 1}(Title: ${title}) ${text}`).join('\n');
    const whole = `\n\n<information> ${docs} </information>\n\n`;
    const text = whole.slice(0, lengthOfPieces(whole, MAX_OBSERVATION));
    const shown = results.filter(({ title }, at) => text.includes(`Doc ${at + 1}(Title: ${title}) `));
    return {
      text,
      label: { queries: [label], titles: [shown.map(({ title }) => title)], error: null },
      truncated: !text.includes('</information>', text.length - 20),
    };
  },
});

const ask = (name: string, on: string, written: (query: string) => string): Behaviour => ({
  name,
  on,
  turns: (q, v, r) => [
    `${v.think('I choose where to look.')}\n${tagged.search(written(q.hops[0]?.query ?? ''))}`,
    ...solve({ ...q, hops: q.hops.slice(1) }, v, r, v.answer(q.golds[0] ?? '')),
  ],
});

const modes: readonly Behaviour[] = [
  ask('passage', 'q03', (query) => `[passage] ${query}`),
  ask('both', 'q05', (query) => `[graph][passage] ${query}`),
  ask('no-mode', 'q11', (query) => query),
  ask('mode-behind', 'q17', (query) => `${query} [graph]`),
  ask('mode-alone', 'q18', () => '[graph]'),
];

/** The stdout of a training, and the results of an evaluation. */
export function writeRouteRag(out: Outputs, retriever: Retriever): void {
  const random = new Random(221);
  // A block that lost its end and holds a closing tag of its own ends there for every reader.
  const all = [...behaviours.filter(({ name }) => name !== 'closing-tag-in-documents'), ...modes];
  const played = all.map((behaviour) => {
    const question = questionOf(questions, behaviour.on);
    return playFork(fork(retriever), question, behaviour, prompt(question.question), random);
  });
  const log = 'examples/routerag/train.log';
  const blocks = played.map(({ text, label }) => sampleBlock(label.golds, extract(text), text));
  out.text(log, `[TwoStage] Step 0, Current Stage: 1\nepoch 0, step 1\n${blocks.join('')}epoch 0, step 2\n`);
  writeLabels(out, { file: log, dialect: 'routerag', rollouts: played.map(({ label }) => label) });

  const file = 'examples/routerag/deepqa_results/policy_bm25_policy_True.json';
  const tested = all
    .filter(({ name }) =>
      ['perfect', 'wrong', 'both', 'no-mode', 'never-answers', 'no-search'].includes(name),
    )
    .map((behaviour) => evaluate(retriever, questionOf(questions, behaviour.on), behaviour, graph, random));
  out.text(file, `${asciiJson(tested.map(({ record }) => record))}\n`);
  writeLabels(out, { file, dialect: 'routerag', rollouts: tested.map(({ label }) => label) });
}
