import { InvalidArgumentError, type Command } from 'commander';
import { AUTO } from '../../core/reward/profiles';
import { publishScore } from '../../core/reward/publish';
import { scorerOf } from '../../core/reward/score';
import { publishEach } from '../../core/rollouts/publish';
import { LineWriter, worse, type ExitCode, type Io } from '../io';
import { holdsRollouts, readEach } from '../reading';

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
    .option('--limit <n>', 'stop after this many lines', countOf)
    .addHelpText('after', HELP)
    .action(async (paths: string[], options: ScoreOptions) => end(await score(io, paths, options)));
}

function tally(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** A whole number from 0. */
function countOf(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}

async function score(io: Io, paths: readonly string[], options: ScoreOptions): Promise<ExitCode> {
  const scorer = scorerOf(options.profile);
  const writer = new LineWriter(io);
  const unscored = new Map<string, number>();
  let left = options.limit ?? Infinity;
  let broken = 0;
  let code: ExitCode = 0;
  const read = await readEach(io, paths, { ...options, findings: false }, async (opened) => {
    const { file, progress } = opened;
    const verdict = holdsRollouts(io, opened);
    code = worse(code, verdict.code);
    if (!verdict.holds) return 'go on';
    if (left <= 0) return 'stop';
    const about = { name: file.name, container: file.container.chosen.id };
    for await (const entry of file.entries()) {
      if (entry.fault) broken++;
      for (const line of publishEach(entry, about, (rollout) => publishScore(rollout, scorer(rollout)))) {
        if (left-- <= 0) return 'stop';
        if ('reason' in line && line.reason !== undefined) tally(unscored, line.reason);
        await writer.line(JSON.stringify(line));
      }
      if (left <= 0) return 'stop';
      progress(entry.place.byteEnd);
    }
    return 'go on';
  });
  await writer.flush();
  if (broken > 0) io.err(`${broken} broken record${broken === 1 ? '' : 's'}: see the lines with "error"\n`);
  for (const [reason, rollouts] of unscored) {
    io.err(`${rollouts} rollout${rollouts === 1 ? '' : 's'} without a total: ${reason}\n`);
  }
  return worse(code, read);
}
