import { Command, CommanderError } from 'commander';
import { UsageError } from '../core/containers/usage-error';
import { addBridge } from './commands/bridge';
import { addCancel } from './commands/cancel';
import { addCheck } from './commands/check';
import { addEvaluate } from './commands/evaluate';
import { addIndex } from './commands/index-corpus';
import { addExplain } from './commands/explain';
import { addInspect } from './commands/inspect';
import { addJobs } from './commands/jobs';
import { addLogs } from './commands/logs';
import { addParse } from './commands/parse';
import { addReplay } from './commands/replay';
import { addRetrieve } from './commands/retrieve';
import { addScore } from './commands/score';
import { addTrain } from './commands/train';
import type { ExitCode, Io } from './io';
import { VERSION } from './version';

/** Every command, in the order of the help. A new one is a file in `commands/` and a line here. */
const COMMANDS = [
  addInspect,
  addParse,
  addScore,
  addCheck,
  addIndex,
  addRetrieve,
  addEvaluate,
  addReplay,
  addExplain,
  addBridge,
  addTrain,
  addJobs,
  addLogs,
  addCancel,
];

const HELP = `
Data goes to stdout, words to stderr. Exit codes: 0 fine, 1 findings at or above --fail-on or an operation that did
not succeed, 2 wrong usage or unreadable input.`;

/** Runs the command line; resolves with the exit code. `args` are the words after the program's name. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = 0;
  const help: string[] = [];
  const program = new Command('tracehop')
    .description('Debug the rollouts of retrieval agents trained by reinforcement learning.')
    .version(VERSION)
    .addHelpText('after', HELP)
    .exitOverride()
    .configureOutput({ writeOut: (text) => void help.push(text), writeErr: (text) => io.err(text) });
  for (const add of COMMANDS) {
    add(program, io, (ended) => {
      code = ended;
    });
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) code = error.exitCode === 0 ? 0 : 2;
    else if (error instanceof UsageError) {
      io.err(`error: ${error.message}\n`);
      code = 2;
    } else throw error;
  }
  if (help.length > 0) await io.out(help.join(''));
  return code;
}
