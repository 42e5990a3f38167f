/** An index cannot be built or used as asked; the message says why, where and what to do. */
export class IndexError extends Error {
  override readonly name = 'IndexError';
}

/** Says what DuckDB reported about writing in words; null where it is none of the usual. */
export function storageTrouble(message: string): string | null {
  if (/no space left|disk full|max_temp_directory_size|ENOSPC/i.test(message)) {
    return 'the disk is full; free some space and run the same command again, which goes on where this one stopped';
  }
  if (/out of memory/i.test(message)) return 'there is not enough memory; close other programs and try again';
  if (/permission denied|EACCES|EPERM|read-only file system|EROFS/i.test(message)) {
    return 'no permission to write there; choose another place';
  }
  if (/conflicting lock|could not set lock/i.test(message)) {
    return 'another process is building this index; wait for it, or end it';
  }
  return null;
}
