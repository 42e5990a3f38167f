import { ahead } from '../../ahead';
import type { KnownFile, RowStore } from '../database/row-store';
import { fingerprintOrNone } from './changes';

/** Rows after which what was added is made to be seen: few at first, so that something is there soon. */
const FIRST_ROWS = 1024;
const MOST_ROWS = 120_000;

/** Milliseconds after which it is, however few rows there are. */
const MOST_MS = 1000;

/** Files that are open at a time to know them again: a process may have some hundred open. */
const FILES_AT_A_TIME = 16;

/** A file while it is read: what is known of it so far. */
export interface FileProgress extends KnownFile {
  /** The file on the disk, whose bytes it is known again by. */
  readonly onDisk: string;
}

/**
 * Decides when rows that were added are made to be seen. A commit costs as much as 10,000 rows, so they get rarer while
 * much is read; what a file has brought so far is kept with its rows, in the same commit.
 */
export class Commits {
  private readonly pending = new Map<number, FileProgress>();
  private rows = 0;
  private enough = FIRST_ROWS;
  private last = performance.now();

  constructor(private readonly store: Pick<RowStore, 'commit'>) {}

  /** Rows were added. */
  added(rows: number): void {
    this.rows += rows;
  }

  /** A file brings no rows. It is kept with the next commit, and makes none while rows of others are added. */
  passed(file: FileProgress): void {
    this.pending.set(file.number, file);
  }

  /** A file came this far, with the rows added until now. Commits if it is time to; resolves to what was committed. */
  async reached(file: FileProgress): Promise<readonly KnownFile[] | null> {
    this.pending.set(file.number, file);
    const due = this.rows >= this.enough || performance.now() - this.last >= MOST_MS;
    return due ? this.flush() : null;
  }

  /** Makes everything be seen; resolves to the files, as they are known from now on. */
  async flush(): Promise<readonly KnownFile[]> {
    const files: KnownFile[] = [];
    const pending = [...this.pending.values()];
    // Others come this far while these are looked at.
    this.pending.clear();
    this.rows = 0;
    for await (const file of ahead(pending, FILES_AT_A_TIME, known)) files.push(file);
    this.enough = Math.min(MOST_ROWS, this.enough * 4);
    await this.store.commit(files);
    this.last = performance.now();
    return files;
  }
}

/** Who read a file may have taken the digest of what was read: then it is not opened once more. */
async function known({ onDisk, ...file }: FileProgress): Promise<KnownFile> {
  return file.head !== '' ? file : { ...file, head: await fingerprintOrNone(onDisk, file.reached) };
}
