import { messageOf } from '../../message-of';

/** What keeps DuckDB from writing or opening a file. */
export type TroubleKind = 'disk-full' | 'memory-full' | 'denied' | 'locked' | 'damaged' | 'outdated';

/** In the order they are looked for: DuckDB says which by words alone. */
const SIGNS: readonly (readonly [TroubleKind, RegExp])[] = [
  [
    'disk-full',
    /no space left|disk full|file too large|quota exceeded|max_temp_directory_size|ENOSPC|EFBIG|EDQUOT/i,
  ],
  ['memory-full', /out of memory|failed to (?:allocate|pin)/i],
  ['locked', /conflicting lock|could not set lock/i],
  ['denied', /permission denied|operation not permitted|read-only file ?system|EACCES|EPERM|EROFS/i],
  ['outdated', /version number|newer version of DuckDB|storage version/i],
  [
    'damaged',
    /not a valid DuckDB|corrupt|checksum|read enough bytes|serialization error|replaying WAL|WAL file/i,
  ],
];

/** Null for what is none of the usual. */
export function troubleOf(error: unknown): TroubleKind | null {
  const message = messageOf(error);
  return SIGNS.find(([, sign]) => sign.test(message))?.[0] ?? null;
}

/** A change failed. All that was changed since the last commit is taken back: `files()` says from where it is to be done again. */
export class ChangeFailed extends Error {
  override readonly name: string = 'ChangeFailed';
}

/** The cache on disk takes no more rows: from here on they are kept in memory. The message says why and what to do. */
export class StoreMoved extends ChangeFailed {
  override readonly name = 'StoreMoved';
}

/** No row can be added any more; what was seen stays and is answered for. The message says why and what to do. */
export class StoreStopped extends ChangeFailed {
  override readonly name = 'StoreStopped';
}

/** The cache on disk cannot be read; it is removed when it is closed. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged';
}
