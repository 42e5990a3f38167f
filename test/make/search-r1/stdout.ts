import { createHash } from 'node:crypto';
import type { RolloutLabel } from '../labels';
import { generatedBy, type Outputs } from '../outputs';
import { Random } from '../random';
import type { Retriever } from '../retriever';
import { questions, type Question } from '../world/questions';
import { execute, type Executed, type Settings } from './execute';
import { Console, printed } from './console';
import { policyNamed } from './policies';
import { chatml } from './prompt';

const settings: Settings = {
  maxTurns: 4,
  topK: 3,
  maxResponseTokens: 320,
  maxObservationTokens: 240,
  skill: 60,
};

/** A printed rollout as its training knows it. `index` is the number of its record in the log. */
export interface PrintedLabel extends Omit<RolloutLabel, 'findings' | 'optional' | 'score'> {
  readonly printed: 'sample' | 'validation';
  /** The step it was printed in; null before the first. */
  readonly step: number | null;
  /** First 16 digits of the SHA-256 of the own text. */
  readonly digest: string;
}

export interface LogLabels {
  readonly generatedBy: string;
  readonly file: string;
  /** Records of metrics: their number in the log, the step, how many values, and one of them. */
  readonly metrics: readonly {
    readonly index: number;
    readonly step: number;
    readonly values: number;
    readonly score: number;
  }[];
  /** Records of a validation's metrics: their number in the log, and the values. */
  readonly validations: readonly {
    readonly index: number;
    readonly values: Readonly<Record<string, number>>;
  }[];
  readonly rollouts: readonly PrintedLabel[];
}

/** Steps of the log, each with the rollouts of which samples are printed: question and policy. */
const STEPS: readonly (readonly (readonly [string, string])[])[] = [
  [
    ['q22', 'prose-outside-think'],
    ['q14', 'no-answer-at-turn-limit'],
  ],
  [['q26', 'perfect-multi-hop']],
  [
    ['q17', 'perfect-multi-hop'],
    ['q22', 'prose-outside-think'],
  ],
];

/** A question with more golds than usual, so that numpy wraps them and quotes one in double quotes. */
function withAliases(question: Question): Question {
  const [gold = ''] = question.golds;
  const golds = [
    ...question.golds,
    `${gold} (as it is called)`,
    `the people's ${gold}`,
    `${gold}, of old, in the books`,
  ];
  return { ...question, golds };
}

/** What a Search-R1 training prints, with all that Ray and progress bars put between. See `console.ts`. */
export function writeTrainingLog(out: Outputs, retriever: Retriever): void {
  const file = 'examples/logs/search-r1.log';
  const random = new Random(4711);
  const log = new Console(random);
  const rollouts: PrintedLabel[] = [];
  const metrics: LogLabels['metrics'][number][] = [];
  const validations: LogLabels['validations'][number][] = [];
  let records = 0;
  const play = (id: string, name: string): { executed: Executed; text: string; golds: readonly string[] } => {
    const found = questions.find((candidate) => candidate.id === id);
    if (!found) throw new Error(`no question ${id}`);
    const question = withAliases(found);
    const prompt = chatml(question.question);
    const executed = execute(question, policyNamed(name), prompt, retriever, settings, random);
    return { executed, text: prompt + executed.response, golds: question.golds };
  };
  const label = (
    executed: Executed,
    text: string,
    kind: PrintedLabel['printed'],
    step: number | null,
  ): void => {
    const { behaviour, question, golds, length, runs, searches, unexecuted, answers } = executed.label;
    const { answer, extracted, notices, documentsTruncated, unbalanced } = executed.label;
    const digest = createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16);
    const told = {
      behaviour,
      question,
      golds,
      length,
      runs,
      searches,
      unexecuted,
      answers,
      answer,
      extracted,
    };
    const place = { index: records++, printed: kind, step, digest };
    rollouts.push({ ...place, ...told, notices, documentsTruncated, unbalanced });
  };

  log.head();
  log.main(`Size of train dataloader: ${STEPS.length}`);
  log.main(`Total training steps: ${STEPS.length}`);
  // Validation prints the text of the first sample of each data source. (verl/trainer/main_ppo.py)
  const first = play('q05', 'perfect-multi-hop');
  log.main(first.text);
  label(first.executed, first.text, 'validation', null);
  log.main(
    '("Initial validation metrics: {\'val/test_score/nq\': 0.25, "\n "\'val/test_score/hotpotqa\': 0.125}")',
  );
  validations.push({
    index: records++,
    values: { 'val/test_score/nq': 0.25, 'val/test_score/hotpotqa': 0.125 },
  });
  for (const [at, step] of STEPS.entries()) {
    log.main(`epoch 0, step ${at + 1}`);
    log.bar(at, STEPS.length);
    log.main(`ACTIVE_TRAJ_NUM: [${[8, 6, 3, 1, 0].slice(0, 3 + at).join(', ')}]`);
    log.main(`[WARNING] OBSERVATION TOO LONG, CONSIDER CHANGING YOUR CONFIG, ${310 + at} & 240`);
    let right = 0;
    for (const [id, name] of step) {
      const { executed, text, golds } = play(id, name);
      log.sample(printed(golds, executed.label.extracted, text));
      label(executed, text, 'sample', at + 1);
      right += executed.score;
    }
    const score = right / step.length;
    log.metrics(at + 1, score);
    metrics.push({ index: records++, step: at + 1, values: 8, score: Number(score.toFixed(3)) });
  }
  log.main(`Training completed at step ${STEPS.length}`);
  log.main('"Final validation metrics: {\'val/test_score/nq\': 0.5}"');
  validations.push({ index: records++, values: { 'val/test_score/nq': 0.5 } });
  out.text(file, log.text);
  const labels: LogLabels = { generatedBy, file, metrics, validations, rollouts };
  out.text('test/fixtures/log-labels/search-r1.log.json', `${JSON.stringify(labels, null, 1)}\n`);
}
