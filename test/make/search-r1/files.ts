import type { LabelFile } from '../labels';
import { PythonFloat, pythonJson } from '../json';
import type { Outputs } from '../outputs';
import { Random } from '../random';
import type { Retriever } from '../retriever';
import { questions } from '../world/questions';
import { execute, type Settings } from './execute';
import { deal, steps } from './plan';
import { policyNamed } from './policies';
import { chatml, decoded } from './prompt';

/** The limits of the training scripts, scaled down to our short passages; `maxTurns` and `topK` are theirs. */
const training: Settings = {
  maxTurns: 4,
  topK: 3,
  maxResponseTokens: 320,
  maxObservationTokens: 300,
  skill: 100,
};
/** The default of the configuration, without cuts. */
const patient: Settings = {
  maxTurns: 10,
  topK: 3,
  maxResponseTokens: 500,
  maxObservationTokens: 500,
  skill: 100,
};

/** `examples/search-r1/step_*.jsonl`: one file a step, as verl's trainer dumps its rollouts. */
function stepFiles(out: Outputs, retriever: Retriever): void {
  for (const step of steps) {
    const random = new Random(step.seed);
    const settings = { ...training, skill: step.skill, maxObservationTokens: step.maxObservationTokens };
    const labels: LabelFile['rollouts'][number][] = [];
    const lines: string[] = [];
    for (const { question, policies } of deal(step, random)) {
      const input = decoded(question.question);
      for (const policy of policies) {
        const { response, score, label } = execute(question, policy, input, retriever, settings, random);
        labels.push({ index: lines.length, ...label });
        lines.push(
          pythonJson({
            input,
            output: response,
            gts: { target: question.golds },
            score: new PythonFloat(score),
            step: step.step,
          }),
        );
      }
    }
    const file = `examples/search-r1/step_${step.step}.jsonl`;
    out.text(file, lines.map((line) => `${line}\n`).join(''));
    out.labels({
      file,
      container: 'verl-jsonl',
      dialect: 'search-r1',
      settings,
      rollouts: labels,
    });
  }
}

/** Plain texts with special tokens kept, as the reward function prints them. */
function textFiles(out: Outputs, retriever: Retriever): void {
  const play = (file: string, chosen: readonly (readonly [string, string])[]): void => {
    const random = new Random(file.length);
    const rollouts = chosen.map(([id, name], index) => {
      const question = questions.find((candidate) => candidate.id === id);
      if (!question) throw new Error(`no question ${id}`);
      const prompt = chatml(question.question);
      const { response, label } = execute(question, policyNamed(name), prompt, retriever, patient, random);
      return { text: prompt + response, label: { index, ...label } };
    });
    out.text(file, rollouts.map(({ text }) => text).join('\n\n\n') + '\n');
    const labels = rollouts.map(({ label }) => label);
    out.labels({
      file,
      container: 'plain-text',
      dialect: 'search-r1',
      settings: { ...patient },
      rollouts: labels,
    });
  };
  play('examples/search-r1/one.rollout', [['q17', 'perfect-multi-hop']]);
  play('examples/search-r1/samples.rollout.txt', [
    ['q22', 'prose-outside-think'],
    ['q14', 'no-answer-at-turn-limit'],
    ['q26', 'perfect-multi-hop'],
  ]);
}

export function writeSearchR1(out: Outputs, retriever: Retriever): void {
  stepFiles(out, retriever);
  textFiles(out, retriever);
}
