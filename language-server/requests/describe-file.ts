import { containerOf, containers } from '../../core/containers';
import { mapped } from '../../core/containers/mapped';
import { whyWithout } from '../../core/containers/holding';
import { type FileDescription, type Guess, requests } from '../../core/protocol/server';
import type { ChosenOptions } from '../host/open-options';
import type { Choice } from '../../core/rollouts/rollout-file';
import type { Evidence } from '../../core/trace/dialect';
import { dialectOf } from '../../core/trace/dialects';
import type { FileHandle } from '../files/file-handle';
import { LARGEST_TEXT } from '../files/limits';
import { fitsEditor } from '../files/placed-record';
import { visible } from '../../core/visible';
import type { FileRequest } from './file-request';

/** Records by which it is told whether a file's lines fit an editor. */
const SAMPLED = 8;

/** What the file was taken for, and why. */
export const describeFile: FileRequest<{ readonly file: string }, FileDescription> = {
  name: requests.describeFile,
  answer: ({ handle, signal }, { file }) => describe(handle, file, signal),
};

/** What an open file was taken for, and why. */
export async function describe(
  handle: FileHandle,
  file: string,
  signal: AbortSignal,
): Promise<FileDescription> {
  const { size, container, dialect } = handle.file;
  const { configured = NOT_CONFIGURED }: ChosenOptions = handle.options;
  const why = whyWithout(container);
  const none = why !== null;
  return {
    file,
    size,
    container: chosenGuess(container, configured.container),
    dialect: chosenGuess(dialect, configured.dialect),
    otherContainers: [
      ...container.others.map(({ id, evidence }) => guess(id, containerOf(id)?.title ?? id, evidence)),
      ...(none ? anyContainer(container.others.map(({ id }) => id)) : []),
    ],
    otherDialects: dialect.others.map(({ id, evidence }) => guess(id, dialectOf(id)?.title ?? id, evidence)),
    none: why === null ? null : plainClause(why),
    holds: container.chosen.holds,
    configured,
    inText: !none && size <= LARGEST_TEXT && (await linesFit(handle, signal)),
  };
}

/** Every container that can be chosen by name, for a file that none claimed. */
function anyContainer(known: readonly string[]): Guess[] {
  return containers
    .filter(({ id, holds }) => holds === 'rollouts' && id !== mapped.id && !known.includes(id))
    .map(({ id, title }) => guess(id, title, { weight: 0, because: 'not recognised here' }));
}

const CONFIGURED = 'tracehop.yml says so';

const NOT_CONFIGURED = { container: false, dialect: false };

/** Whether at least half of the first records have lines that an editor renders whole. */
async function linesFit(handle: FileHandle, signal: AbortSignal): Promise<boolean> {
  let seen = 0;
  let fit = 0;
  for (let index = 0; index < SAMPLED; index++) {
    const record = await handle.file.recordAt(index, signal);
    if (!record) break;
    seen++;
    // What was made of a table's row stands nowhere in the text of the file.
    if (!record.made && fitsEditor(record)) fit++;
  }
  return seen > 0 && fit * 2 >= seen;
}

function chosenGuess(
  { chosen, evidence }: Choice<{ readonly id: string; readonly title: string }>,
  configured: boolean,
): Guess {
  return guess(chosen.id, chosen.title, configured ? { ...evidence, because: CONFIGURED } : evidence);
}

function guess(id: string, title: string, { because, weight }: Evidence): Guess {
  return { id, title, because: plainClause(because), weight };
}

/** Evidence as lists show it: plain text, in which backticks would stand as they are. */
function plainClause(because: string): string {
  return visible(because.replaceAll('`', ''));
}
