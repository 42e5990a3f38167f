import { closeSync, openSync, readSync } from 'node:fs';

/** Line ends of a file, found by reading it and nothing else: the yardstick of an index of lines. */
export function newlines(path: string): number {
  const chunk = Buffer.allocUnsafe(1 << 20);
  const file = openSync(path, 'r');
  let count = 0;
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      const bytes = chunk.subarray(0, read);
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, end + 1)) count++;
    }
  } finally {
    closeSync(file);
  }
  return count;
}

/** The first line of a file whose first line is no longer than a mebibyte, with its end. */
export function firstLine(path: string): Buffer {
  const chunk = Buffer.alloc(1 << 20);
  const file = openSync(path, 'r');
  try {
    readSync(file, chunk);
    return chunk.subarray(0, chunk.indexOf(10) + 1);
  } finally {
    closeSync(file);
  }
}
