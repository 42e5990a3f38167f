import { UsageError } from '../core/containers/usage-error';
import type { Entry } from '../core/rollouts/rollout-file';
import type { Rollout } from '../core/trace/model';
import { worse, type ExitCode, type Io } from './io';
import { holdsRollouts, readEach, type ReadingOptions } from './reading';

/** An id as a user wrote it: `step_1.jsonl#17`, `step_1.jsonl#17.2`, or the number alone where there is one file. */
const ID = /^(?:(.*)#|#)?(\d{1,15})(?:\.(\d{1,15}))?$/s;

/** Finds the one rollout that an id names below a path. Null with the exit code where files could not be read. */
export async function findRollout(
  io: Io,
  path: string,
  id: string,
  options: ReadingOptions,
): Promise<{ readonly rollout: Rollout | null; readonly code: ExitCode }> {
  const match = ID.exec(id);
  if (!match)
    throw new UsageError(`"${id}" is no id of a rollout; step_1.jsonl#17 is one, as parse prints them`);
  const [, name, index = '', sample = '0'] = match;
  const looked: string[] = [];
  let found: Rollout | null = null;
  let code: ExitCode = 0;
  const read = await readEach(io, [path], options, async (opened) => {
    const { file } = opened;
    if (name !== undefined && name !== '' && file.name !== name) return 'go on';
    const verdict = holdsRollouts(io, opened);
    code = worse(code, verdict.code);
    if (!verdict.holds) return 'go on';
    if ((name ?? '') === '' && looked.length > 0) {
      throw new UsageError(
        `"${id}" names no file, and ${path} holds several; ${file.name}#${index} names one`,
      );
    }
    looked.push(file.name);
    const entry = await file.entryAt(Number(index));
    if (!entry) return 'go on';
    found = entry.rollouts.find((each) => each.sample === Number(sample)) ?? null;
    if (!found) throw new UsageError(`${file.name}#${index}: ${whyNot(entry, sample)}`);
    return name === undefined || name === '' ? 'go on' : 'stop';
  });
  code = worse(code, read);
  if (!found && code === 0)
    throw new UsageError(`${path} holds no rollout ${id}; parse prints the ids there are`);
  return { rollout: found, code };
}

function whyNot({ rollouts, fault, withoutText }: Entry, sample: string): string {
  if (rollouts.length > 0) return `the record holds ${rollouts.length} rollouts, and no ${sample} (from 0)`;
  if (fault) return `the record cannot be read: ${fault.message} (byte ${fault.byte})`;
  return `the record holds no rollout: ${withoutText ?? 'no text was found in it'}`;
}
