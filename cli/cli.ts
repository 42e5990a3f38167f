import { processIo } from './io';
import { run } from './program';

/** A reader that went away (`| head`) ends the work quietly. */
function isClosedPipe(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED')
  );
}

function fail(error: unknown): void {
  if (isClosedPipe(error)) process.exit(0);
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}

process.stdout.on('error', fail);
run(process.argv.slice(2), processIo()).then((code) => {
  process.exitCode = code;
}, fail);
