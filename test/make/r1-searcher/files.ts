import { PythonFloat, pythonJson, ujson } from '../json';
import type { RolloutLabel } from '../labels';
import type { Outputs } from '../outputs';
import type { Policy } from '../policy';
import { Random } from '../random';
import type { Retriever } from '../retriever';
import { questions, type Question } from '../world/questions';
import { execute, type Executed, type Settings } from './execute';
import { policies } from './policies';

const evaluation: Settings = {
  evaluation: true,
  maxSearches: 9,
  topK: 5,
  maxSegmentTokens: 512,
  layout: 'abstracts',
};
const training: Settings = {
  evaluation: false,
  maxSearches: 8,
  topK: 3,
  maxSegmentTokens: 512,
  layout: 'kilt',
};

/** Every policy on some question, then the perfect one until there are `total`. */
function* rounds(
  random: Random,
  total: number,
  group: number,
): Generator<{ question: Question; policy: Policy }> {
  let queue = random.shuffle(policies);
  for (const question of random.shuffle(questions).slice(0, Math.ceil(total / group))) {
    for (let i = 0; i < group; i++) {
      const next = queue.find((policy) => policy.fits(question)) ?? policies[0];
      if (!next) throw new Error('no policies');
      queue = queue.filter((policy) => policy !== next);
      yield { question, policy: next };
    }
  }
}

const settingsOf = ({ maxSearches, topK, maxSegmentTokens }: Settings): Record<string, number> => ({
  maxSearches,
  topK,
  maxSegmentTokens,
});

/** One line of the evaluation's results. (R1-Searcher: evaluation/) */
function evaluationLine({ solution, stop, label }: Executed, judged: boolean): string {
  const answer = label.golds.length === 1 ? (label.golds[0] ?? '') : label.golds;
  const base = { question: label.question, answer };
  if (stop === 'many_retrieve' || stop === 'query_inst_error') {
    return pythonJson({
      ...base,
      generated_text: solution,
      stop_reason_final: stop,
      pred_ans: "I don't know.",
    });
  }
  const prediction = stop === 'finished' ? (label.extracted ?? '') : "I don't know.";
  const verdict = label.golds.includes(prediction) ? 'True' : 'False';
  return pythonJson({
    ...base,
    pred_ans: prediction,
    stop_reason_final: stop,
    gen_text_store: solution,
    ...(judged ? { gpt4o_output: verdict } : {}),
  });
}

export function writeR1Searcher(out: Outputs, retriever: Retriever): void {
  const play = (
    file: string,
    settings: Settings,
    total: number,
    group: number,
    line: (e: Executed) => string,
  ): void => {
    const random = new Random(file.length * 7);
    const labels: RolloutLabel[] = [];
    const lines: string[] = [];
    for (const { question, policy } of rounds(random, total, group)) {
      const executed = execute(question, policy, retriever, settings, random);
      labels.push({ index: lines.length, ...executed.label });
      lines.push(`${line(executed)}\n`);
    }
    out.text(file, lines.join(''));
    out.labels({
      file,
      container: 'r1-searcher',
      dialect: 'r1-searcher',
      settings: settingsOf(settings),
      rollouts: labels,
    });
  };
  play('examples/r1-searcher/eval.jsonl', evaluation, 30, 1, (e) =>
    evaluationLine(e, e.label.question.length % 2 === 0),
  );
  play('examples/r1-searcher/sampling.jsonl', training, 32, 4, ({ solution, score, label }) =>
    ujson({
      question: label.question,
      solution,
      score: new PythonFloat(score),
      finished: solution.includes('<answer>') && solution.includes('</answer>') ? '1' : '0',
    }),
  );
}
