import { startBridge } from './bridge';
import { LockedError } from './lock';
import { OptionError, readOptions } from './options';

/** Exit codes: 0 ended as asked, 1 failed, 2 wrong options, 3 another bridge holds the state folder. */
async function main(): Promise<number> {
  const log = (line: string): void => void process.stderr.write(`${new Date().toISOString()} ${line}\n`);
  // From the beginning, and for good: a terminal's Ctrl+C comes once from it and once from the command above.
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
  });
  const bridge = await startBridge(readOptions(process.argv.slice(2), __dirname), log);
  await Promise.race([signalled, bridge.idle]);
  await bridge.close();
  return 0;
}

// A terminal that goes away takes the log with it, not the bridge.
process.stderr.on('error', () => undefined);
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const known = error instanceof LockedError || error instanceof OptionError;
    const text =
      error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error);
    process.stderr.write(`${text}\n`);
    process.exit(error instanceof LockedError ? 3 : error instanceof OptionError ? 2 : 1);
  },
);
