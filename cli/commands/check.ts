import { Option, type Command } from 'commander';
import { rules } from '../../core/findings';
import { count } from '../../core/findings/words';
import type { Severity } from '../../core/trace/model';
import { LineWriter, worse, type ExitCode, type Io } from '../io';
import { BROKEN_RECORD, problemsOf, type Problem } from '../problems';
import { holdsRollouts, readEach } from '../reading';
import { sarif } from '../sarif';
import { VERSION } from '../version';

interface CheckOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly failOn: 'error' | 'warning';
  readonly dialect?: string;
  readonly container?: string;
}

const HELP = `
Exit code 1 tells of a finding at or above --fail-on; a broken record counts as an error.

Examples:
  tracehop check runs/
  tracehop check runs/ --fail-on warning
  tracehop check step_40.jsonl --format sarif > findings.sarif`;

export function addCheck(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('check')
    .description('print what is wrong with rollouts, with file, line and column')
    .argument('<path...>', 'files and folders')
    .addOption(
      new Option('--format <form>', 'how to print').choices(['text', 'json', 'sarif']).default('text'),
    )
    .addOption(
      new Option('--fail-on <severity>', 'the mildest finding that makes the exit code 1')
        .choices(['error', 'warning'])
        .default('error'),
    )
    .option('--dialect <id>', 'read the tags of this system instead of guessing')
    .option('--container <id>', 'read the files in this format instead of guessing')
    .addHelpText('after', HELP)
    .action(async (paths: string[], options: CheckOptions) => end(await check(io, paths, options)));
}

async function check(io: Io, paths: readonly string[], options: CheckOptions): Promise<ExitCode> {
  const counts: Record<Severity, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  const kept: Problem[] = [];
  const writer = new LineWriter(io);
  let rollouts = 0;
  let code: ExitCode = 0;
  const read = await readEach(io, paths, options, async (opened) => {
    const verdict = holdsRollouts(io, opened);
    code = worse(code, verdict.code);
    if (!verdict.holds) return 'go on';
    for await (const entry of opened.file.entries()) {
      rollouts += entry.rollouts.length;
      for (const problem of problemsOf(opened.file, opened.path, entry)) {
        counts[problem.severity]++;
        if (options.format === 'text') await writer.line(textLine(problem));
        else kept.push(problem);
      }
      opened.progress(entry.place.byteEnd);
    }
    return 'go on';
  });
  await writer.flush();
  if (options.format === 'json') await io.out(`${JSON.stringify(kept.map(jsonOf), null, 2)}\n`);
  if (options.format === 'sarif') {
    await io.out(`${JSON.stringify(sarif(kept, [...rules, BROKEN_RECORD], io.cwd, VERSION), null, 2)}\n`);
  }
  io.err(`${summary(counts)} in ${count(rollouts, 'rollout')}\n`);
  const failing = counts.error + (options.failOn === 'warning' ? counts.warning : 0);
  return worse(failing > 0 ? 1 : 0, worse(code, read));
}

function textLine({ path, from, severity, rule, message, id }: Problem): string {
  return `${path}:${from.line + 1}:${from.character + 1}: ${severity} ${rule}: ${oneLine(message)} (${id})`;
}

/** Lines joined by blanks. */
function oneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

function jsonOf({ path, id, rule, severity, turn, range, from, to, message }: Problem): unknown {
  return {
    path,
    id,
    rule,
    severity,
    turn,
    start: range?.start ?? null,
    end: range?.end ?? null,
    line: from.line + 1,
    column: from.character + 1,
    endLine: to.line + 1,
    endColumn: to.character + 1,
    byte: from.byte,
    message,
  };
}

function summary(counts: Readonly<Record<Severity, number>>): string {
  const { error, warning, information, hint } = counts;
  return [
    count(error, 'error'),
    count(warning, 'warning'),
    `${information} information`,
    count(hint, 'hint'),
  ].join(', ');
}
