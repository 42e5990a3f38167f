import { closeSync, openSync, readSync } from 'node:fs';
import { openFileSource } from '../../core/containers/file-source';
import { chunksOf } from '../../core/containers/framing/chunks';

/** Line ends of a file, found by reading it chunk by chunk as an index of lines does, and nothing else. */
export async function newlines(path: string): Promise<number> {
  const source = await openFileSource(path);
  let count = 0;
  try {
    for await (const { bytes } of chunksOf(source, {}))
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, end + 1)) count++;
  } finally {
    await source.close();
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
