import { closeSync, fsyncSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { basename } from 'node:path';

/** A file that only grows, by whole lines. What could not be written in full is taken back. */
export class AppendFile {
  readonly #file: number;
  #size: number;
  #isOpen = true;

  constructor(readonly path: string) {
    this.#file = openSync(path, 'a', 0o600);
    this.#size = fstatSync(this.#file).size;
  }

  /** Bytes. */
  get size(): number {
    return this.#size;
  }

  /** Writes a line; with `sync` it has reached the disk when this returns. Throws what the file system says. */
  append(line: string, sync: boolean): void {
    if (!this.#isOpen) throw new Error(`${basename(this.path)} is closed`);
    const bytes = Buffer.from(`${line}\n`);
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
      if (sync) fsyncSync(this.#file);
    } catch (error) {
      ftruncateSync(this.#file, this.#size);
      throw error;
    }
    this.#size += bytes.length;
  }

  /** May be called again. */
  close(): void {
    // Another file may have its number by then.
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#file);
  }
}
