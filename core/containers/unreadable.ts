import { messageOf } from '../message-of';

/** A file that cannot be read; the message says why and what to do, and names the path. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

const FORBIDDEN = 'no permission to read it; give yourself permission, or ask its owner';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EISDIR: 'it is a folder; name a file in it',
  EMFILE: 'too many files are open',
};

/** Says a file system error in words. */
export function unreadable(path: string, error: unknown): UnreadableFile {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = REASONS[code] ?? messageOf(error);
  return new UnreadableFile(`${path}: ${reason}`, { cause: error });
}
