import type { Command } from 'commander';
import type { JobInfo } from '../../core/protocol/bridge/jobs';
import { count } from '../../core/findings/words';
import type { ExitCode, Io } from '../io';
import { table } from '../table';
import { guarded, withBridge } from '../training/command';
import { connect, type BridgeChoice } from '../training/connect';

export function addJobs(program: Command, io: Io, end: (code: ExitCode) => void): void {
  withBridge(
    program
      .command('jobs')
      .description('list the training jobs of a bridge, the newest last')
      .option('--json', 'print one JSON value'),
  ).action(async (options: BridgeChoice & { json?: boolean }) =>
    end(await guarded(io, () => jobs(io, options, options.json === true))),
  );
}

async function jobs(io: Io, choice: BridgeChoice, json: boolean): Promise<ExitCode> {
  const { client } = await connect(io, choice);
  try {
    const { jobs: all, left_off: older } = await client.request('job.list', {});
    if (json) await io.out(`${JSON.stringify(all, null, 2)}\n`);
    else if (all.length === 0) io.err('no jobs yet\n');
    else await io.out(shown(all));
    if (older > 0) io.err(`${count(older, 'older job')} left out\n`);
    return 0;
  } finally {
    client.close();
  }
}

function shown(all: readonly JobInfo[]): string {
  const rows = all.map((job) => ({
    cells: [
      job.job,
      job.recipe,
      job.state,
      new Date(job.created_ms).toISOString().slice(0, 19).replace('T', ' '),
      lasted(job),
      job.name ?? '-',
    ],
    notes: job.message === null ? [] : [job.message],
  }));
  return table(['job', 'recipe', 'state', 'accepted (UTC)', 'seconds', 'name'], rows, [4]);
}

function lasted({ started_ms, ended_ms }: JobInfo): string {
  if (started_ms === null) return '-';
  return ended_ms === null ? '…' : ((ended_ms - started_ms) / 1000).toFixed(1);
}
