import { mkdtemp, open, rm, statfs, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ByteSource } from '../byte-source';
import { memorySource } from '../memory-source';
import { handleSource } from '../raw-file';
import { PackedFault } from './packed-fault';

/** Unpacked bytes that stay in memory; more go to a file. */
export const SPOOL_MEMORY = 4 * 1024 * 1024;

/** Room that is left on the disk of the temporary folder, in bytes, and how often it is looked at, in bytes written. */
const ROOM_LEFT = 256 * 1024 * 1024;
const LOOK_EVERY = 64 * 1024 * 1024;

/**
 * Takes bytes one after the other and makes a source of them: in memory while they are few, in a file of the temporary
 * folder beyond. Where the system lets it, the file loses its name at once, so that nothing is left behind even after a
 * crash.
 */
export class Spool {
  readonly #memory: number;
  #pieces: Uint8Array[] = [];
  #size = 0;
  #file: { readonly handle: FileHandle; readonly folder: string | null } | null = null;
  #looked = 0;

  constructor(memory = SPOOL_MEMORY) {
    this.#memory = memory;
  }

  /** Bytes taken so far. */
  get size(): number {
    return this.#size;
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#file) await this.#append(bytes);
    else {
      this.#pieces.push(bytes);
      if (this.#size + bytes.length > this.#memory) await this.#toFile();
    }
    this.#size += bytes.length;
  }

  /** The bytes as a source, whose closing frees them. */
  finish(name: string): ByteSource {
    const file = this.#file;
    if (!file) return memorySource(name, Buffer.concat(this.#pieces));
    return { ...handleSource(file.handle, name, this.#size), close: () => this.discard() };
  }

  /** Gives the bytes up. */
  async discard(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    this.#pieces = [];
    if (!file) return;
    await file.handle.close();
    if (file.folder !== null) await rm(file.folder, { recursive: true, force: true });
  }

  async #toFile(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'tracehop-'));
    try {
      const handle = await open(join(folder, 'unpacked'), 'wx+', 0o600);
      // The open file outlives its name, except where the system keeps names of open files.
      const nameless = await rm(folder, { recursive: true }).then(
        () => true,
        () => false,
      );
      this.#file = { handle, folder: nameless ? null : folder };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
    const pieces = this.#pieces;
    this.#pieces = [];
    await this.#append(Buffer.concat(pieces));
  }

  async #append(bytes: Uint8Array): Promise<void> {
    if (!this.#file) return;
    this.#looked += bytes.length;
    if (this.#looked >= LOOK_EVERY) {
      this.#looked = 0;
      const { bavail, bsize } = await statfs(tmpdir());
      if (bavail * bsize < ROOM_LEFT) throw diskFull(this.#size);
    }
    try {
      for (let at = 0; at < bytes.length;) {
        const { bytesWritten } = await this.#file.handle.write(bytes, at);
        at += bytesWritten;
      }
    } catch (error) {
      throw error instanceof Error && 'code' in error && FULL.includes(String(error.code))
        ? diskFull(this.#size)
        : error;
    }
  }
}

/** How a file system says that it has no room left. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

function diskFull(size: number): PackedFault {
  const megabytes = Math.round(size / 1024 ** 2);
  return new PackedFault(
    `the disk of ${tmpdir()} is full after ${megabytes} MB of it were unpacked there; free some room, or point TMPDIR to another disk`,
  );
}
