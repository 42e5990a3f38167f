import type { Command } from 'commander';
import type { ExitCode, Io } from '../io';
import { guarded, jobNamed, withBridge } from '../training/command';
import { connect, type BridgeChoice } from '../training/connect';

export function addCancel(program: Command, io: Io, end: (code: ExitCode) => void): void {
  withBridge(
    program
      .command('cancel')
      .description('ask a job to stop')
      .argument('<job>', "the job's id, or its beginning or end")
      .option('--now', 'kill it without the time to save that its recipe gives'),
  ).action(async (job: string, options: BridgeChoice & { now?: boolean }) =>
    end(await guarded(io, () => cancel(io, job, options, options.now === true))),
  );
}

async function cancel(io: Io, name: string, choice: BridgeChoice, now: boolean): Promise<ExitCode> {
  const { client } = await connect(io, choice);
  try {
    const { job } = await jobNamed(client, name);
    const mode = now ? 'now' : 'graceful';
    const { already, job: info } = await client.request('job.cancel', { job, mode, reason: null });
    io.err(already ? `job ${job} is over: ${info.state}\n` : `job ${job} is asked to stop\n`);
    return 0;
  } finally {
    client.close();
  }
}
