import type { Command } from 'commander';
import { UsageError } from '../../core/containers/usage-error';
import { BridgeError } from '../../core/protocol/bridge/codes';
import type { JobInfo } from '../../core/protocol/bridge/jobs';
import type { BridgeClient } from '../../core/training/client/bridge-client';
import { ConnectionLost } from '../../core/training/client/requests';
import { BridgeStartError } from '../../core/training/local-bridge';
import type { ExitCode, Io } from '../io';
import { Unreachable } from './connect';

/** Adds the options that say which bridge is meant. */
export function withBridge(command: Command): Command {
  return command
    .option(
      '--bridge <url>',
      'a bridge elsewhere, as ws://127.0.0.1:PORT; its token stands in TRACEHOP_BRIDGE_TOKEN',
    )
    .option('--state <dir>', 'state folder of the local bridge');
}

/** Errors of a bridge that come of what the user wrote. */
const WRONG_USAGE = /^(?:param|path|recipe|job\.unknown|dataset)\b/;

/** Runs a command's work; what a bridge refuses is told in a sentence. */
export async function guarded(io: Io, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    const known = [BridgeError, BridgeStartError, ConnectionLost, Unreachable].some(
      (kind) => error instanceof kind,
    );
    if (!known || !(error instanceof Error)) throw error;
    io.err(`error: ${error.message}\n`);
    return error instanceof BridgeError && WRONG_USAGE.test(error.code) ? 2 : 1;
  }
}

/** The job with this id, or the only one whose id begins or ends so. Throws a UsageError. */
export async function jobNamed(client: BridgeClient, text: string): Promise<JobInfo> {
  const { jobs, left_off } = await client.request('job.list', {});
  const exact = jobs.find(({ job }) => job === text);
  const alike = jobs.filter(({ job }) => job.startsWith(text) || job.endsWith(text));
  const found = exact ?? (alike.length === 1 ? alike[0] : undefined);
  if (found) return found;
  // An old one, which the list has no room for.
  if (left_off > 0 && alike.length === 0 && text.length <= 200 && text !== '')
    return (await client.request('job.get', { job: text })).job;
  throw new UsageError(
    alike.length > 1
      ? `${text} may be ${alike.map(({ job }) => job).join(', ')}`
      : `no job ${text}; \`tracehop jobs\` lists them`,
  );
}
