import { type Outputs, generatedBy } from '../outputs';
import { Random } from '../random';
import { questions } from '../world/questions';
import type { Question } from '../world/questions';
import type { ToolLabel } from './labels';
import { toolPolicies, type ToolPolicy } from './policies';

/** A rollout as executed: its line in the dump, and what is known of it. */
export interface ExecutedTools {
  readonly line: string;
  readonly label: Omit<ToolLabel, 'index' | 'behaviour' | 'question' | 'golds'>;
}

/** Plays every policy once and the first ones again, until there are `total` rollouts, and writes dump and labels. */
export function writeToolFile(
  out: Outputs,
  target: { readonly file: string; readonly container: string; readonly dialect: string },
  total: number,
  execute: (question: Question, policy: ToolPolicy, random: Random) => ExecutedTools,
): void {
  const random = new Random(target.file.length * 13);
  const labels: ToolLabel[] = [];
  const lines: string[] = [];
  const asked = random.shuffle(questions.filter(({ yesNo, hops }) => !yesNo && hops.length > 1));
  for (let index = 0; index < total; index++) {
    const policy = toolPolicies[index % toolPolicies.length];
    const question = asked[index % asked.length];
    if (!policy || !question || !policy.fits(question)) throw new Error('no question fits');
    const { line, label } = execute(question, policy, random);
    labels.push({
      index,
      behaviour: policy.name,
      question: question.question,
      golds: question.golds,
      ...label,
    });
    lines.push(`${line}\n`);
  }
  out.text(target.file, lines.join(''));
  const rollouts = labels.map((label) => `    ${JSON.stringify(label)}`).join(',\n');
  const head = JSON.stringify({ generatedBy, ...target }, null, 2).replace(/\n\}$/, '');
  const name = target.file.replace(/^examples\//, '').replaceAll('/', '-');
  out.text(`test/fixtures/tool-labels/${name}.json`, `${head},\n  "rollouts": [\n${rollouts}\n  ]\n}\n`);
}
