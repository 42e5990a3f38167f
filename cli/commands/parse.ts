import { InvalidArgumentError, type Command } from 'commander';
import { publishEntry } from '../../core/rollouts/publish';
import { LineWriter, worse, type ExitCode, type Io } from '../io';
import { holdsRollouts, readEach } from '../reading';

interface ParseOptions {
  readonly ndjson?: boolean;
  readonly dialect?: string;
  readonly container?: string;
  readonly limit?: number;
  readonly text?: boolean;
}

const HELP = `
Each line is one rollout (docs/schema/rollout.schema.json), or one record that could not be read, with "error".

Examples:
  tracehop parse step_40.jsonl --ndjson | jq -r 'select(.answer == null) | .id'
  tracehop parse runs/ --ndjson --limit 10 --text
  tracehop parse case.txt --ndjson --dialect search-r1 --container plain-text`;

export function addParse(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('parse')
    .description('print every rollout as one line of JSON: question, golds, turns, segments, findings')
    .argument('<path...>', 'files and folders')
    .option('--ndjson', 'one JSON value a line (the only form, and the default)')
    .option('--dialect <id>', 'read the tags of this system instead of guessing')
    .option('--container <id>', 'read the files in this format instead of guessing')
    .option('--limit <n>', 'stop after this many lines', countOf)
    .option('--text', 'add the text that offsets refer to')
    .addHelpText('after', HELP)
    .action(async (paths: string[], options: ParseOptions) => end(await parse(io, paths, options)));
}

/** A whole number from 0. */
function countOf(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}

async function parse(io: Io, paths: readonly string[], options: ParseOptions): Promise<ExitCode> {
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
      for (const published of publishEntry(entry, about, { text: options.text === true })) {
        if (left-- <= 0) return 'stop';
        await writer.line(JSON.stringify(published));
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
