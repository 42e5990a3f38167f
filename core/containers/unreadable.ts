/** A file that cannot be read; the message says why and what to do, and names the path. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
  EISDIR: 'it is a folder; name a file in it',
  EMFILE: 'too many files are open',
};

/** Says a file system error in words. */
export function unreadable(path: string, error: unknown): UnreadableFile {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error));
  return new UnreadableFile(`${path}: ${reason}`, { cause: error });
}
