import type { Command } from 'commander';
import { LIMITS } from '../../core/protocol/bridge/limits';
import type { BridgeClient } from '../../core/training/client/bridge-client';
import { textOfLog, type LogChunk } from '../../core/training/client/log-reader';
import type { ExitCode, Io } from '../io';
import { guarded, jobNamed, withBridge } from '../training/command';
import { connect, type BridgeChoice } from '../training/connect';

export function addLogs(program: Command, io: Io, end: (code: ExitCode) => void): void {
  withBridge(
    program
      .command('logs')
      .description('print what a job wrote to stdout and stderr')
      .argument('<job>', "the job's id, or its beginning or end")
      .option('--follow', 'go on until the job is over'),
  ).action(async (job: string, options: BridgeChoice & { follow?: boolean }) =>
    end(await guarded(io, () => logs(io, job, options, options.follow === true))),
  );
}

async function logs(io: Io, name: string, choice: BridgeChoice, follow: boolean): Promise<ExitCode> {
  const { client } = await connect(io, choice);
  try {
    const { job } = await jobNamed(client, name);
    const chunks = follow ? client.openLog(job, { offset: 0, generation: null }) : whatIsThere(client, job);
    for await (const text of textOfLog(chunks)) await io.out(text);
    return 0;
  } finally {
    client.close();
  }
}

/** The log up to its present end, range by range. */
async function* whatIsThere(client: BridgeClient, job: string): AsyncGenerator<LogChunk> {
  for (let offset = 0; ;) {
    const from = offset;
    for await (const chunk of client.readLog(job, offset, LIMITS.read_range)) {
      offset = chunk.offset + chunk.bytes.length;
      yield chunk;
    }
    if (offset < from + LIMITS.read_range) return;
  }
}
