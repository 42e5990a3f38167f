import { chosenOver, openChoice } from '../core/config/config';
import type { FieldMap } from '../core/containers/fields/field-map';
import { UnreadableFile } from '../core/containers/file-source';
import { EMPTY } from '../core/containers/head';
import { whyWithout, withoutWords } from '../core/containers/holding';
import type { RuleFailure } from '../core/findings';
import { openRolloutFile } from '../core/rollouts/open';
import type { OpenOptions, RolloutFile } from '../core/rollouts/rollout-file';
import { configFor } from './config';
import { worse, type ExitCode, type Io } from './io';
import { Progress } from './progress';
import { filesOf, shownPath, type InputFile } from './walk';

/** Options that every reading command has. */
export interface ReadingOptions {
  readonly dialect?: string;
  readonly container?: string;
  readonly fields?: FieldMap;
  readonly findings?: boolean;
}

/** A file that is open, with what the user called it. */
export interface OpenInput {
  readonly file: RolloutFile;
  readonly input: InputFile;
  /** The path as it is printed. */
  readonly path: string;
  /** Says how far reading got, in bytes. */
  readonly progress: (done: number) => void;
}

/**
 * Opens the files that paths stand for, one after the other, and gives each to `use` until it says to stop. What the
 * options leave open `tracehop.yml` may say. A file
 * that cannot be read is told on stderr and makes the ending 2; the others are read all the same. A rule that throws is
 * told once and makes the ending 1.
 */
export async function readEach(
  io: Io,
  paths: readonly string[],
  options: ReadingOptions,
  use: (opened: OpenInput) => Promise<'go on' | 'stop'>,
): Promise<ExitCode> {
  let code: ExitCode = 0;
  const fail = (error: Error): void => {
    io.err(`${error.message}\n`);
    code = worse(code, 2);
  };
  const failed = new Set<string>();
  const onRuleFailure = ({ rule, rollout, cause }: RuleFailure): void => {
    code = worse(code, 1);
    if (failed.has(rule)) return;
    failed.add(rule);
    const reason = cause instanceof Error ? cause.message : String(cause);
    io.err(
      `the rule ${rule} failed over ${rollout} (${reason}); its findings are missing; please report it\n`,
    );
  };
  const configured = await configFor(io, paths);
  for (const input of await filesOf(paths, fail)) {
    const choice = openChoice(chosenOver(options, configured(input.path)));
    const findings = options.findings === undefined ? {} : { findings: options.findings };
    const file = await opened(input, { ...choice, ...findings, onRuleFailure }, fail);
    if (!file) continue;
    const bar = new Progress(io, input.name, file.size);
    try {
      const path = shownPath(input.path, io.cwd);
      const next = await use({ file, input, path, progress: (done) => bar.update(done) });
      if (next === 'stop') break;
    } finally {
      bar.end();
      await file.close();
    }
  }
  return code;
}

async function opened(
  { path, name }: InputFile,
  options: OpenOptions,
  fail: (error: Error) => void,
): Promise<RolloutFile | null> {
  try {
    return await openRolloutFile(path, { ...options, name });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    fail(error);
    return null;
  }
}

/**
 * Whether a file holds rollouts. One that does not is told on stderr where the user named it, and makes the ending 2
 * unless it is empty; in a folder it is passed over.
 */
export function holdsRollouts(
  io: Io,
  { file, input, path }: OpenInput,
): { readonly holds: boolean; readonly code: ExitCode } {
  const why = whyWithout(file.container);
  if (why === null) return { holds: true, code: 0 };
  if (input.named) io.err(`${withoutWords(path, why)}\n`);
  return { holds: false, code: input.named && file.container.evidence.because !== EMPTY ? 2 : 0 };
}
