import type { Member } from './zip-members';

/**
 * What an archive is: `files` is a folder of files, `inspect` an evaluation log that is read as a whole (see
 * rows/inspect-log.ts), `other` something else that happens to be a ZIP archive (a PyTorch checkpoint, an Office
 * document, Python's NumPy arrays), in which no logs are looked for.
 */
export type ArchiveKind = 'files' | 'inspect' | 'other';

export function archiveKind(members: readonly Pick<Member, 'name'>[]): ArchiveKind {
  const has = (fits: (name: string) => boolean): boolean => members.some(({ name }) => fits(name));
  const inspect =
    has((name) => name === 'header.json' || name === '_journal/start.json') &&
    (has((name) => name.startsWith('samples/')) || has((name) => name.startsWith('_journal/')));
  if (inspect) return 'inspect';
  const other = has((name) =>
    /(?:^|\/)data\.pkl$|^\[Content_Types\]\.xml$|^META-INF\/MANIFEST\.MF$/.test(name),
  );
  const arrays = members.length > 0 && members.every(({ name }) => name.endsWith('.npy'));
  return other || arrays ? 'other' : 'files';
}

/** Whether a member is a file that somebody put there: not hidden, and none of a system's own. */
export function isListed({ name }: Pick<Member, 'name'>): boolean {
  return name
    .split('/')
    .every((step) => !/^\.(?!\.?$)/.test(step) && step !== '__MACOSX' && step !== 'node_modules');
}
