import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../../core/containers/usage-error';
import type { JobInfo } from '../../core/protocol/bridge/jobs';
import { newLaunchKey, type BridgeClient } from '../../core/training/client/bridge-client';
import { isProgram } from '../../core/training/program';
import { allowOnHost } from '../../core/training/state-folder';
import type { ExitCode, Io } from '../io';
import { guarded, withBridge } from '../training/command';
import { connect, stateOf, type BridgeChoice } from '../training/connect';
import { Follower } from '../training/follow';
import { parametersOf } from '../training/parameters';
import { JobWriter } from '../training/writer';

interface TrainOptions extends BridgeChoice {
  readonly set: readonly string[];
  readonly python?: string;
  readonly name?: string;
  readonly detach?: boolean;
  readonly json?: boolean;
  readonly ndjson?: boolean;
}

const HELP = `
The job's log goes to stderr, its metrics to stdout. The exit code is 0 when the job succeeded, 1 when it failed or was
cancelled, 2 for wrong parameters. Ctrl+C asks the job to stop, a second one leaves it running.

Examples:
  tracehop train query-complexity --set epochs=3
  tracehop train query-complexity --detach            print the job's id and return`;

export function addTrain(program: Command, io: Io, end: (code: ExitCode) => void): void {
  withBridge(
    program
      .command('train')
      .description('run a declared training job and follow it')
      .argument('<recipe>', 'name of the recipe, or its file')
      .option('--set <pair>', 'NAME=VALUE of a parameter; repeatable', gather, [])
      .option('--python <path>', 'interpreter that the local bridge runs jobs with, from now on')
      .option('--name <text>', 'what to call the job')
      .option('--detach', 'return as soon as the job is accepted')
      .option('--json', 'print the job as one JSON value when it is over')
      .option('--ndjson', 'print every event as a line of JSON'),
  )
    .addHelpText('after', HELP)
    .action(async (recipe: string, options: TrainOptions) =>
      end(await guarded(io, () => train(io, recipe, options))),
    );
}

function gather(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

async function train(io: Io, name: string, options: TrainOptions): Promise<ExitCode> {
  const local = options.bridge === undefined;
  if (options.python !== undefined && !local)
    throw new UsageError(
      '--python is for the local bridge; the owner of another one chooses its interpreter',
    );
  if (local) {
    const python = options.python === undefined ? {} : { python: programOf(options.python, io.cwd) };
    allowOnHost(stateOf(options), { workspace: io.cwd, ...python });
  }
  const writer = new JobWriter(
    io,
    options.json || options.detach ? 'none' : options.ndjson ? 'ndjson' : 'text',
  );
  const follower = new Follower(io, writer);
  const { client } = await connect(io, options, (event) => follower.take(event));
  try {
    const job = await launch(client, name, options, local ? io.cwd : null);
    if (options.detach) {
      await io.out(options.json || options.ndjson ? `${JSON.stringify(job)}\n` : `${job.job}\n`);
      return 0;
    }
    const { view, left } = await follower.follow(client, job);
    if (left) {
      io.err(`job ${job.job} goes on; \`tracehop logs ${job.job} --follow\` shows it\n`);
      return 1;
    }
    if (options.json) {
      const ended = await client.request('job.get', { job: job.job });
      await io.out(`${JSON.stringify({ ...ended.job, progress: view.progress }, null, 2)}\n`);
    }
    return view.state === 'succeeded' ? 0 : 1;
  } finally {
    client.close();
  }
}

async function launch(
  client: BridgeClient,
  name: string,
  options: TrainOptions,
  cwd: string | null,
): Promise<JobInfo> {
  const { recipe } = await client.request('recipe.get', { recipe: await recipeOf(client, name, cwd) });
  const { job } = await client.request('job.launch', {
    launch_key: newLaunchKey(),
    recipe: recipe.recipe,
    recipe_digest: recipe.digest,
    params: parametersOf(recipe, options.set, cwd),
    engine: 'local',
    name: options.name ?? null,
    tags: [],
    notes: null,
    queue_if_busy: false,
  });
  return job;
}

/**
 * The name of a recipe: as it stands, or that of a recipe of the bridge which is the very file that is named. A bridge
 * runs the recipes of its own folders alone.
 */
async function recipeOf(client: BridgeClient, text: string, cwd: string | null): Promise<string> {
  if (!/\.ya?ml$/.test(text)) return text;
  const path = resolve(cwd ?? '', text);
  if (!existsSync(path)) throw new UsageError(`${text}: no such file`);
  const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
  const { recipes } = await client.request('recipe.list', {});
  const found = recipes.find((each) => each.digest === digest);
  if (found) return found.recipe;
  const known = recipes.map(({ recipe }) => recipe).join(', ');
  throw new UsageError(
    `${text} is none of the recipes of the bridge (${known}); \`tracehop bridge --recipes FOLDER\` adds a folder of them`,
  );
}

/** The absolute path of a program: a path, or a name on the PATH. Links stay, for a virtual environment is one. */
function programOf(text: string, cwd: string): string {
  const folders = /[\\/]/.test(text) ? [cwd] : (process.env['PATH'] ?? '').split(delimiter);
  const found = folders
    .map((folder) => (folder === cwd ? resolve(cwd, text) : join(folder, text)))
    .find(isProgram);
  if (found === undefined) throw new UsageError(`--python ${text}: no such program`);
  return found;
}
