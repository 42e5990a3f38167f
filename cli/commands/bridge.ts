import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import type { ExitCode, Io } from '../io';
import { bundle } from '../training/connect';

interface BridgeCommandOptions {
  readonly host?: string;
  readonly port?: string;
  readonly state?: string;
  readonly python?: string;
  readonly root?: readonly string[];
  readonly recipes?: string;
  readonly idle?: string;
}

const HELP = `
It listens on this machine alone. Its token lies in the state folder, in the file token, for the owner alone. Ctrl+C
ends it; jobs go on and the next bridge of the folder takes them over.

Example:
  tracehop bridge --port 7431 --root workspace=$HOME/data`;

export function addBridge(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('bridge')
    .description('run the daemon that runs training jobs, in the foreground')
    .option('--host <name>', 'address to listen on: 127.0.0.1 (the default), localhost or ::1')
    .option('--port <n>', 'port to listen on; a free one where it is left out')
    .option('--state <dir>', 'folder of its jobs, token and lock')
    .option('--python <path>', 'absolute path of the interpreter that jobs run with')
    .option(
      '--root <root>',
      'workspace=FOLDER: a folder that path parameters may lead into; repeatable',
      gather,
      [],
    )
    .option('--recipes <dir>', 'a folder of recipes beside those of the product')
    .option('--idle <seconds>', 'end after this long without client and job; 0, the default, for never')
    .addHelpText('after', HELP)
    .action(async (options: BridgeCommandOptions) => end(await run(io, options)));
}

function gather(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

async function run(io: Io, options: BridgeCommandOptions): Promise<ExitCode> {
  const args = Object.entries(options).flatMap(([name, value]: [string, string | readonly string[]]) =>
    [value].flat().flatMap((each) => [`--${name}`, each]),
  );
  const child = spawn(process.execPath, [bundle('bridge.js'), ...args], {
    cwd: io.cwd,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  child.stderr.on('data', (chunk: Buffer) => io.err(chunk.toString('utf8')));
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return code === 0 ? 0 : code === 2 ? 2 : 1;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, pass);
  }
}
