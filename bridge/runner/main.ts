import { readJobFile } from './files';
import { Runner } from './runner';

/** `runner FOLDER`: runs the job that `FOLDER/job.json` describes. All else about it lies in that folder too. */
async function main(folder: string | undefined): Promise<number> {
  const job = folder === undefined ? null : readJobFile(folder);
  if (folder === undefined || !job) {
    process.stderr.write(`no job.json in ${folder ?? 'no folder'}\n`);
    return 2;
  }
  // The group's signals are for the stages: the runner lives until it has written down how they ended.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.stderr.on('error', () => undefined);
  const runner = new Runner(folder, job);
  if (process.platform !== 'win32') process.on('SIGUSR2', () => runner.stopNow());
  await runner.run();
  return 0;
}

main(process.argv[2]).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
