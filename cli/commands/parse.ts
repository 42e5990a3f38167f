import type { Command } from 'commander';
import type { FieldMap } from '../../core/containers/fields/field-map';
import { publishRollout } from '../../core/rollouts/publish';
import type { ExitCode, Io } from '../io';
import { fieldMap, wholeNumber } from '../options';
import { printRollouts } from '../print-rollouts';

interface ParseOptions {
  readonly ndjson?: boolean;
  readonly dialect?: string;
  readonly container?: string;
  readonly fields?: FieldMap;
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
    .option('--fields <map>', 'name the fields of the records: text=answer,question=meta.q', fieldMap)
    .option('--limit <n>', 'stop after this many lines', wholeNumber)
    .option('--text', 'add the text that offsets refer to')
    .addHelpText('after', HELP)
    .action(async (paths: string[], options: ParseOptions) => end(await parse(io, paths, options)));
}

function parse(io: Io, paths: readonly string[], options: ParseOptions): Promise<ExitCode> {
  const { text = false } = options;
  return printRollouts(io, paths, options, (rollout) => publishRollout(rollout, { text }));
}
