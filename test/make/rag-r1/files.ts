import { behaviours, solve, type Behaviour } from '../family/behaviours';
import type { Played } from '../family/label';
import { playFork } from '../family/play';
import { questionOf } from '../family/voices';
import { sampleBlock, writeLabels } from '../family/write';
import type { Outputs } from '../outputs';
import { Random } from '../random';
import type { Retriever } from '../retriever';
import { extract } from '../search-r1/execute';
import { questions } from '../world/questions';
import { prompt } from './prompt';
import { ragR1, type Mode } from './run';

/** What only several queries at once can go wrong with. */
const commas: readonly Behaviour[] = [
  {
    name: 'all-at-once',
    on: 'q09',
    turns: (q, v, r) => [
      `${v.think('I ask for all of it.')}\n${v.search(q.hops.map(({ query }) => query).join(', '))}`,
      ...solve({ ...q, hops: [] }, v, r, v.answer(q.golds[0] ?? '')),
    ],
  },
  {
    name: 'comma-in-query',
    on: 'q11',
    turns: (q, v, r) => [
      `${v.think('A place.')}\n${v.search('Tavish, Corrowen')}`,
      ...solve(q, v, r, v.answer(q.golds[0] ?? '')),
    ],
  },
  {
    name: 'commas-alone',
    on: 'q05',
    turns: (q, v, r) => [
      `${v.think('Hm.')}\n${v.search(', ,')}`,
      ...solve(q, v, r, v.answer(q.golds[0] ?? '')),
    ],
  },
];

/** The stdout of a training, and the results of an evaluation, in both modes. */
export function writeRagR1(out: Outputs, retriever: Retriever): void {
  for (const mode of ['sq', 'mq'] as const) {
    const random = new Random(mode === 'sq' ? 211 : 212);
    const played = [...behaviours, ...(mode === 'mq' ? commas : [])].map((behaviour) => {
      const question = questionOf(questions, behaviour.on);
      return playFork(ragR1(retriever, mode), question, behaviour, prompt(question.question, mode), random);
    });
    const log = `examples/rag-r1/train_${mode}.log`;
    const head = 'ACTIVE_TRAJ_NUM: [16, 14, 9, 3, 1, 1]\n';
    const blocks = played.map(({ text, label }) => sampleBlock(label.golds, extract(text), text));
    out.text(log, `epoch 0, step 1\n${head}${blocks.join('')}epoch 0, step 2\n`);
    writeLabels(out, { file: log, dialect: 'rag-r1', rollouts: played.map(({ label }) => label) });
    evaluation(
      out,
      played.filter(({ label }) => label.notices === 0),
      mode,
    );
  }
}

/** One line a question, as the evaluation scripts write them at their end. (RAG-R1: `evaluation/eval.py`) */
function evaluation(out: Outputs, played: readonly Played[], mode: Mode): void {
  const file = `examples/rag-r1/eval_${mode}.jsonl`;
  const some = played.slice(0, 6);
  const lines = some.map(({ text, label }) => {
    const all = [...text.matchAll(/<answer>(.*?)<\/answer>/gs)];
    const record = {
      question: label.question,
      gold_answer: label.golds[0] ?? '',
      predict_answer: all.at(-1)?.[1] ?? null,
      prompt: text,
      reward: label.score,
      rc: label.searches.length,
    };
    return JSON.stringify(record)
      .replace(/"reward":(\d),/, '"reward":$1.0,')
      .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  });
  out.text(file, lines.map((line) => `${line}\n`).join(''));
  writeLabels(out, { file, dialect: 'rag-r1', rollouts: some.map(({ label }) => label) });
}
