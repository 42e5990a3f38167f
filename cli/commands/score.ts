import type { Command } from 'commander';
import { AUTO } from '../../core/reward/profiles';
import { publishScore } from '../../core/reward/publish';
import { scorerOf } from '../../core/reward/score';
import type { ExitCode, Io } from '../io';
import { wholeNumber } from '../options';
import { printRollouts } from '../print-rollouts';

interface ScoreOptions {
  readonly profile: string;
  readonly ndjson?: boolean;
  readonly dialect?: string;
  readonly container?: string;
  readonly limit?: number;
}

const HELP = `
Each line is one rollout (docs/schema/score.schema.json), or one record that could not be read, with "error".
Profiles are described in docs/rewards; auto takes that of each file's dialect.

Examples:
  tracehop score step_40.jsonl --profile search-r1 --ndjson
  tracehop score runs/ --profile search-r1-format | jq -r 'select(.total == 0.8) | .id'`;

export function addScore(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('score')
    .description('recompute the reward of every rollout: total, components with reasons, answer, EM, F1')
    .argument('<path...>', 'files and folders')
    .option('--profile <id>', 'the reward to compute', AUTO)
    .option('--ndjson', 'one JSON value a line (the only form, and the default)')
    .option('--dialect <id>', 'read the tags of this system instead of guessing')
    .option('--container <id>', 'read the files in this format instead of guessing')
    .option('--limit <n>', 'stop after this many lines', wholeNumber)
    .addHelpText('after', HELP)
    .action(async (paths: string[], options: ScoreOptions) => end(await score(io, paths, options)));
}

async function score(io: Io, paths: readonly string[], options: ScoreOptions): Promise<ExitCode> {
  const scorer = scorerOf(options.profile);
  const unscored = new Map<string, number>();
  const code = await printRollouts(
    io,
    paths,
    { ...options, findings: false },
    (rollout) => publishScore(rollout, scorer(rollout)),
    (line) => {
      if (!('reason' in line) || typeof line.reason !== 'string') return;
      unscored.set(line.reason, (unscored.get(line.reason) ?? 0) + 1);
    },
  );
  for (const [reason, rollouts] of unscored) {
    io.err(`${rollouts} rollout${rollouts === 1 ? '' : 's'} without a total: ${reason}\n`);
  }
  return code;
}
