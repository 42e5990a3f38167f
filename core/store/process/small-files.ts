import { SMALL_FILE } from '../../containers/raw-file';
import { unpackedName } from '../../containers/packed/packing';
import { RemoteError } from '../../host/errors';
import type { StretchJob } from '../ingest/job';
import type { SmallFile } from '../ingest/small-files';
import { InOrder, type Turn } from './in-order';
import type { OpenedFile } from './plan';
import type { Readers } from './readers';
import { readStretch, type Base, type Taker } from './stretches';

/** Small files that are read at a time by one hand, and their bytes together: some dozens of milliseconds of work. */
const MOST_FILES = 32;
const MOST_BYTES = 512 * 1024;

/** A small file that is to be read, and who takes what it brings. */
export interface SmallReading {
  readonly reading: OpenedFile['reading'];
  readonly size: number;
  readonly base: () => Base;
  readonly taker: Taker;
  /** It cannot be read, or what it brought not be taken. */
  readonly failed: (error: unknown) => void;
}

/** Whether a file is so small that it is read with others: asking for one takes as long as reading it. */
export function isSmall({ reading, file }: Pick<OpenedFile, 'reading' | 'file'>): boolean {
  const { path, onDisk, size } = file;
  const plain = onDisk === path && unpackedName(path) === path;
  return reading.facts === null && plain && size <= SMALL_FILE;
}

/** Small files of which one more is read with those before it, until there are enough. */
export class SmallFiles {
  #gathered: SmallReading[] = [];
  #bytes = 0;

  get empty(): boolean {
    return this.#gathered.length === 0;
  }

  /** Whether those that were added are to be taken. */
  get full(): boolean {
    return this.#gathered.length >= MOST_FILES || this.#bytes >= MOST_BYTES;
  }

  add(file: SmallReading): void {
    this.#gathered.push(file);
    this.#bytes += file.size;
  }

  take(): readonly SmallReading[] {
    this.#bytes = 0;
    return this.#gathered.splice(0);
  }
}

/** Reads small files together; what they bring is taken in their order once it is their turn. Never rejects. */
export async function readTogether(
  readers: Readers,
  files: readonly SmallReading[],
  order: InOrder,
  signal: AbortSignal,
): Promise<void> {
  const turn = order.next();
  try {
    const brought = await readers.readSmall(
      files.map(({ reading }) => jobOf(reading)),
      signal,
    );
    await turn.come;
    for (const [at, file] of files.entries()) await taken(file, brought[at]);
  } catch {
    // One of them ended the thread, or reading was given up: each is read by itself, and says what is wrong.
    await oneByOne(readers, files, turn, signal);
  } finally {
    turn.pass();
  }
}

async function oneByOne(
  readers: Readers,
  files: readonly SmallReading[],
  turn: Turn,
  signal: AbortSignal,
): Promise<void> {
  await turn.come;
  for (const { reading, base, taker, failed } of files) {
    const whole = { byte: 0, to: null };
    await readStretch(readers, reading, whole, new InOrder(), base, taker, signal).catch(failed);
  }
}

/** Takes what a file brought. Never rejects. */
async function taken({ base, taker, failed }: SmallReading, file: SmallFile | undefined): Promise<void> {
  try {
    if (file === undefined) throw new Error('a small file was not read; please report it');
    if ('error' in file) throw new RemoteError(file.error);
    for (const batch of file.batches) await taker.rows(batch, base());
    await taker.end(file.end, base(), file.head);
  } catch (error) {
    failed(error);
  }
}

function jobOf({ path, name, options, profile, from }: OpenedFile['reading']): StretchJob {
  return { path, name, options, profile, from, to: null };
}
