import { publishEach } from '../core/rollouts/publish';
import type { Rollout } from '../core/trace/model';
import { LineWriter, worse, type ExitCode, type Io } from './io';
import { holdsRollouts, readEach, type ReadingOptions } from './reading';

/** How the rollouts of some files are printed. */
export interface PrintOptions extends ReadingOptions {
  /** Stop after this many lines. */
  readonly limit?: number;
}

/**
 * Prints a line of JSON for every rollout of some files, and for every record that could not be read; `printed` sees
 * each. Says on stderr how many records are broken.
 */
export async function printRollouts(
  io: Io,
  paths: readonly string[],
  options: PrintOptions,
  publish: (rollout: Rollout) => object,
  printed: (line: object) => void = () => undefined,
): Promise<ExitCode> {
  const writer = new LineWriter(io);
  let left = options.limit ?? Infinity;
  let broken = 0;
  let code: ExitCode = 0;
  const read = await readEach(io, paths, options, async (opened) => {
    const { file, progress } = opened;
    const verdict = holdsRollouts(io, opened);
    code = worse(code, verdict.code);
    if (!verdict.holds) return 'go on';
    if (left <= 0) return 'stop';
    const about = { name: file.name, container: file.container.chosen.id };
    for await (const entry of file.entries()) {
      if (entry.fault) broken++;
      for (const line of publishEach(entry, about, publish)) {
        if (left-- <= 0) return 'stop';
        printed(line);
        await writer.line(JSON.stringify(line));
      }
      if (left <= 0) return 'stop';
      progress(entry.place.byteEnd);
    }
    return 'go on';
  });
  await writer.flush();
  if (broken > 0) io.err(`${broken} broken record${broken === 1 ? '' : 's'}: see the lines with "error"\n`);
  return worse(code, read);
}
