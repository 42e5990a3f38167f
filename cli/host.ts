import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UnreadableFile } from '../core/containers/file-source';
import { UsageError } from '../core/containers/usage-error';
import { HostClient } from '../core/host/client';
import { HostDied, MissingNativePart } from '../core/host/errors';
import { RetrievalClient } from '../core/retrieval/client';
import { IndexError } from '../core/retrieval/errors';
import type { ExitCode, Io } from './io';

/** What a command with a host works with. */
export interface Hosted {
  readonly retrieval: RetrievalClient;
  /** Fires when the user presses Ctrl+C. */
  readonly signal: AbortSignal;
}

/** Ctrl+C was pressed. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** What the command was about to do when it was stopped, and how to go on. */
export interface Wording {
  readonly stopped: string;
  /** The ending where an index cannot be built or used. */
  readonly badIndex: ExitCode;
}

/**
 * Runs a command that needs the host process, and ends that process with it. Failures that a user can mend are told in
 * a sentence. The first Ctrl+C cancels and lets the host clean up, the second ends at once.
 */
export async function withHost(
  io: Io,
  { stopped, badIndex }: Wording,
  work: (hosted: Hosted) => Promise<ExitCode>,
): Promise<ExitCode> {
  const host = new HostClient({ script: hostScript(io) });
  const interrupted = new AbortController();
  const onInterrupt = (): void => {
    if (interrupted.signal.aborted) process.exit(130);
    interrupted.abort(new Stopped(stopped));
  };
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onInterrupt);
  try {
    return await work({ retrieval: new RetrievalClient(host), signal: interrupted.signal });
  } catch (error) {
    return told(io, error, badIndex);
  } finally {
    await host.dispose();
    process.off('SIGINT', onInterrupt);
    process.off('SIGTERM', onInterrupt);
  }
}

function told(io: Io, error: unknown, badIndex: ExitCode): ExitCode {
  if (!(error instanceof Error) || error instanceof UsageError) throw error;
  const known = [IndexError, UnreadableFile, MissingNativePart, HostDied, Stopped];
  if (!known.some((kind) => error instanceof kind)) throw error;
  io.err(`${error.message}\n`);
  if (error instanceof UnreadableFile) return 2;
  return error instanceof IndexError ? badIndex : 1;
}

/** The bundle of the host, beside that of the command line. */
function hostScript(io: Io): string {
  const script = io.host ?? join(__dirname, 'host.js');
  if (!existsSync(script)) throw new Error(`${script} is missing: build the checkout with \`npm run build\``);
  return script;
}
