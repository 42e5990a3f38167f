import { Option, type Command } from 'commander';
import { UsageError } from '../../core/containers/usage-error';
import { graphFormats, type GraphFormat } from '../../core/graph/formats';
import { MOST_DOCUMENTS } from '../../core/graph/rollout/model';
import { rolloutGraph } from '../../core/graph/rollout-graph';
import type { Entry, RolloutFile } from '../../core/rollouts/rollout-file';
import type { Rollout } from '../../core/trace/model';
import { worse, type ExitCode, type Io } from '../io';
import { wholeNumber } from '../options';
import { holdsRollouts, readEach } from '../reading';

interface GraphCommandOptions {
  readonly rollout?: string;
  readonly record?: number;
  readonly format: string;
  readonly documents: number;
  readonly dialect?: string;
  readonly container?: string;
}

const HELP = `
Each line is one rollout: its id, "nodes" (question, queries, documents, answer), "edges" and what was left out.

Examples:
  tracehop graph step_40.jsonl --record 17 --format dot | dot -Tsvg > 17.svg
  tracehop graph runs/ --rollout step_40.jsonl#17
  tracehop graph step_40.jsonl --format graphml > step_40.graphml`;

export function addGraph(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('graph')
    .description('print rollouts as graphs: which query brought which documents, and what they led to')
    .argument('<path...>', 'files and folders')
    .addOption(new Option('--rollout <id>', 'only the rollout with this id').conflicts('record'))
    .option('--record <n>', 'only the record with this number of each file, from 0', wholeNumber)
    .addOption(
      new Option('--format <form>', 'how to print')
        .choices(graphFormats.map(({ id }) => id))
        .default(graphFormats[0]?.id),
    )
    .option('--documents <n>', 'most documents of a graph', wholeNumber, MOST_DOCUMENTS)
    .option('--dialect <id>', 'read the tags of this system instead of guessing')
    .option('--container <id>', 'read the files in this format instead of guessing')
    .addHelpText('after', HELP)
    .action(async (paths: string[], options: GraphCommandOptions) => end(await graph(io, paths, options)));
}

async function graph(io: Io, paths: readonly string[], options: GraphCommandOptions): Promise<ExitCode> {
  const wanted = wantedBy(options);
  const printer = new Printer(io, formatOf(options.format), options.documents);
  let broken = 0;
  let code: ExitCode = 0;
  const reading = { ...options, findings: false };
  const read = await readEach(io, paths, reading, async (opened) => {
    const { file, progress } = opened;
    const verdict = holdsRollouts(io, opened);
    code = worse(code, verdict.code);
    if (!verdict.holds) return 'go on';
    for await (const entry of entriesOf(file, wanted)) {
      if (entry.fault) broken++;
      for (const rollout of entry.rollouts) if (isWanted(rollout, wanted)) await printer.print(rollout);
      progress(entry.place.byteEnd);
    }
    return 'go on';
  });
  await printer.end();
  if (broken > 0)
    io.err(`${broken} broken record${broken === 1 ? '' : 's'}: tracehop check says what is wrong\n`);
  if (printer.printed === 0 && wanted !== null) {
    io.err(`no rollout is called ${wanted.name}; tracehop parse prints the ids\n`);
    code = worse(code, 2);
  }
  return worse(code, read);
}

/** A rollout that was asked for; null stands for all. */
interface Wanted {
  /** As the user named it. */
  readonly name: string;
  readonly id: string | null;
  /** Number of its record. */
  readonly index: number;
}

function wantedBy({ rollout, record }: GraphCommandOptions): Wanted | null {
  if (record !== undefined) return { name: `#${record}`, id: null, index: record };
  if (rollout === undefined) return null;
  const number = /#(\d{1,15})(?:\.\d+)?$/.exec(rollout)?.[1];
  if (number === undefined)
    throw new UsageError(`--rollout ${rollout}: an id ends in # and the number of a record`);
  return { name: rollout, id: rollout, index: Number(number) };
}

/** The record that was asked for is found without parsing those before it. */
async function* entriesOf(file: RolloutFile, wanted: Wanted | null): AsyncGenerator<Entry> {
  if (wanted === null) {
    yield* file.entries();
    return;
  }
  if (wanted.id !== null && !wanted.id.startsWith(`${file.name}#`)) return;
  const entry = await file.entryAt(wanted.index);
  if (entry) yield entry;
}

function isWanted({ id }: Rollout, wanted: Wanted | null): boolean {
  return wanted === null || wanted.id === null || wanted.id === id;
}

function formatOf(id: string): GraphFormat {
  const format = graphFormats.find((each) => each.id === id);
  if (!format)
    throw new UsageError(`--format ${id}: there are ${graphFormats.map((each) => each.id).join(', ')}`);
  return format;
}

/** Writes graphs with what their form wants before and after them. */
class Printer {
  printed = 0;

  constructor(
    private readonly io: Io,
    private readonly format: GraphFormat,
    private readonly documents: number,
  ) {}

  async print(rollout: Rollout): Promise<void> {
    const head = this.printed === 0 ? this.format.head : '';
    const drawn = rolloutGraph(rollout, { documents: this.documents });
    await this.io.out(head + this.format.write(drawn, this.printed));
    this.printed += 1;
  }

  /** Ends the output; one without graphs is whole too. */
  async end(): Promise<void> {
    const { head, tail } = this.format;
    const rest = this.printed === 0 ? head + tail : tail;
    if (rest !== '') await this.io.out(rest);
  }
}
