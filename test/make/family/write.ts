import type { Outputs } from '../outputs';
import { generatedBy } from '../outputs';
import type { SystemLabels } from './label';

/** Writes the labels of a file, one rollout a line, named after its system and itself. */
export function writeLabels(out: Outputs, { file, dialect, rollouts }: SystemLabels): void {
  const name = file.replace(/^examples\//, '').replaceAll('/', '-');
  const lines = rollouts.map((rollout) => `    ${JSON.stringify(rollout)}`).join(',\n');
  const head = JSON.stringify({ generatedBy, file, dialect }, null, 2).replace(/\n\}$/, '');
  out.text(`test/fixtures/labels/systems/${name}.json`, `${head},\n  "rollouts": [\n${lines}\n  ]\n}\n`);
}

/** One block of the reward function's print, as a training's stdout holds it. (Search-R1: `qa_em.py`) */
export function sampleBlock(golds: readonly string[], extracted: string | null, text: string): string {
  const printed = `[${golds.map((gold) => (gold.includes("'") ? `"${gold}"` : `'${gold}'`)).join(' ')}]`;
  return `${'-'.repeat(32)}\nGolden answers: ${printed}\nExtracted answer: ${extracted ?? 'None'}\nSolution string: ${text}\n`;
}
