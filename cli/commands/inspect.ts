import type { Command } from 'commander';
import type { Holding } from '../../core/containers/container';
import { whyWithout } from '../../core/containers/holding';
import { numberOf } from '../../core/containers/fields/values';
import { LossGatherer, type LossLine } from '../../core/rollouts/loss-report';
import type { RolloutFile } from '../../core/rollouts/rollout-file';
import type { ExitCode, Io } from '../io';
import { readEach, type OpenInput } from '../reading';
import { table } from '../table';

/** What `inspect --json` says of one file. */
export interface FileReport {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly container: string | null;
  /** What its records are: `rollouts`, or what else it was recognised as. */
  readonly holds: Holding;
  readonly dialect: string | null;
  readonly rollouts: number;
  readonly broken: number;
  readonly withoutText: number;
  /** The training steps that occur, ascending. */
  readonly steps: readonly number[];
  readonly meanScore: number | null;
  readonly evidence: { readonly container: string; readonly dialect: string | null };
  readonly faults: readonly { readonly line: number; readonly byte: number; readonly message: string }[];
  /** What was absent, guessed or cut. */
  readonly losses: readonly LossLine[];
}

/** Faults that a report quotes. */
const QUOTED_FAULTS = 5;

const HELP = `
Examples:
  tracehop inspect runs/                     every file of a folder, with what each was taken for and why
  tracehop inspect step_40.jsonl --json      the same as one JSON value`;

export function addInspect(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command('inspect')
    .description('say what files hold: container, dialect, rollouts, broken records, steps, mean score')
    .argument('<path...>', 'files and folders')
    .option('--json', 'print one JSON value')
    .addHelpText('after', HELP)
    .action(async (paths: string[], { json }: { json?: boolean }) =>
      end(await inspect(io, paths, json === true)),
    );
}

async function inspect(io: Io, paths: readonly string[], json: boolean): Promise<ExitCode> {
  const reports: FileReport[] = [];
  const code = await readEach(io, paths, { findings: false }, async (opened) => {
    reports.push(await reportOf(opened));
    return 'go on';
  });
  if (json) await io.out(`${JSON.stringify(reports, null, 2)}\n`);
  else if (reports.length > 0) await io.out(shown(reports));
  return code;
}

async function reportOf({ file, path, progress }: OpenInput): Promise<FileReport> {
  const counts = { rollouts: 0, broken: 0, withoutText: 0 };
  const faults: { line: number; byte: number; message: string }[] = [];
  const steps = new Set<number>();
  const losses = new LossGatherer(file);
  let sum = 0;
  let scored = 0;
  for await (const entry of file.entries()) {
    const { place, rollouts, fault, withoutText } = entry;
    losses.add(entry);
    counts.rollouts += rollouts.length;
    if (fault) {
      counts.broken++;
      if (faults.length < QUOTED_FAULTS)
        faults.push({ line: place.line + 1, byte: fault.byte, message: fault.message });
    } else if (withoutText !== null) counts.withoutText++;
    for (const { recorded } of rollouts) {
      const step = numberOf(recorded['step']);
      const score = numberOf(recorded['score']);
      if (step !== null) steps.add(step);
      if (score === null || !Number.isFinite(score)) continue;
      sum += score;
      scored++;
    }
    progress(place.byteEnd);
  }
  return {
    path,
    size: file.size,
    ...chosenOf(file),
    ...counts,
    steps: [...steps].sort((a, b) => a - b),
    meanScore: scored > 0 ? sum / scored : null,
    faults,
    losses: losses.report().lines,
  };
}

function chosenOf({
  container,
  dialect,
}: RolloutFile): Pick<FileReport, 'container' | 'holds' | 'dialect' | 'evidence'> {
  const why = whyWithout(container);
  return {
    container: container.chosen.holds === 'nothing' ? null : container.chosen.id,
    holds: container.chosen.holds,
    dialect: why === null ? dialect.chosen.id : null,
    evidence: {
      container: why ?? container.evidence.because,
      dialect: why === null ? dialect.evidence.because : null,
    },
  };
}

function shown(reports: readonly FileReport[]): string {
  const head = ['file', 'container', 'dialect', 'rollouts', 'broken', 'no text', 'steps', 'mean score'];
  const rows = reports.map((report) => ({
    cells: [
      report.path,
      report.container ?? '-',
      report.dialect ?? '-',
      ...[report.rollouts, report.broken, report.withoutText].map(String),
      stepsShown(report.steps),
      report.meanScore === null ? '-' : report.meanScore.toFixed(4),
    ],
    notes: notesOf(report),
  }));
  return table(head, rows, [3, 4, 5, 6, 7]);
}

function notesOf({ holds, evidence, faults, broken, losses }: FileReport): string[] {
  if (holds !== 'rollouts') return [`no rollouts: ${evidence.container}`];
  return [
    `container: ${evidence.container}`,
    `dialect: ${evidence.dialect ?? ''}`,
    ...faults.map(({ line, byte, message }) => `line ${line}, byte ${byte}: ${message}`),
    ...(broken > faults.length ? [`and ${broken - faults.length} more faults`] : []),
    ...lossesShown(losses),
  ];
}

/** What was guessed and cut a line each; what is absent in one, since most logs leave several things out. */
function lossesShown(losses: readonly LossLine[]): string[] {
  const lines = losses
    .filter(({ kind }) => kind !== 'absent')
    .map(({ kind, sentence }) => `${kind}: ${sentence}`);
  const absent = losses
    .filter(({ kind }) => kind === 'absent')
    .map(({ what, count, of, unit }) => (count === of ? what : `${what} (${count} of ${of} ${unit}s)`));
  return absent.length === 0 ? lines : [...lines, `absent: ${absent.join(', ')}`];
}

/** `40`, or `1-100 (20)`: the first, the last and how many. */
function stepsShown(steps: readonly number[]): string {
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return '-';
  return steps.length === 1 ? String(first) : `${first}-${last} (${steps.length})`;
}
