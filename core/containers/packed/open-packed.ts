import { basename } from 'node:path';
import type { ByteSource } from '../byte-source';
import { archiveKind, isListed } from './archive';
import { memberSource } from './member-source';
import { directories } from './directories';
import { PackedFault } from './packed-fault';
import { MAGIC_BYTES, packingOf, unpackedName } from './packing';
import { unpack, type UnpackOptions } from './unpack';
import { membersOf, type Member } from './zip-members';

/** Most packings one in another that are undone: a gzip in a ZIP, say. */
const DEEPEST = 4;

export interface PackedOptions extends UnpackOptions {
  /** What tells this state of the source from every other, to remember its members by; left out where nothing does. */
  readonly key?: string;
}

/**
 * The source that a packed one holds; one that is not packed comes back as it is. `member` names a file of an archive,
 * which may be left out where there is only one. Closing the result closes the source too. Fails with a
 * {@link PackedFault}, with the source still open.
 */
export async function openPacked(
  source: ByteSource,
  member: string | null,
  name: string | null,
  options: PackedOptions = {},
): Promise<ByteSource> {
  const inside = unpackOptions(options);
  let current = source;
  let wanted = member;
  try {
    for (let depth = 0; depth < DEEPEST; depth++) {
      const next = await onePacking(current, wanted, name, depth === 0 ? options : inside);
      if (next === current) break;
      wanted = null;
      current = owning(next, current);
    }
  } catch (error) {
    // The source itself stays the caller's.
    if (current !== source) await current.close();
    throw error;
  }
  if (wanted !== null) throw new PackedFault(`it is no ZIP archive, so there is no \`${wanted}\` in it`);
  return current;
}

function unpackOptions({ limits, signal }: PackedOptions): PackedOptions {
  return { ...(limits ? { limits } : {}), signal };
}

async function onePacking(
  source: ByteSource,
  member: string | null,
  name: string | null,
  options: PackedOptions,
): Promise<ByteSource> {
  const packing = packingOf(await source.read(0, MAGIC_BYTES));
  if (packing === null || (packing !== 'zip' && member !== null)) return source;
  if (packing !== 'zip') return unpack(source, packing, name ?? unpackedName(source.name), options);
  const list = (): Promise<readonly Member[]> => membersOf(source);
  const members = await (options.key === undefined ? list() : directories.of(options.key, list));
  const kind = archiveKind(members);
  if (member === null && kind !== 'files') return source;
  const found = member === null ? onlyOf(members, source.name) : named(members, member);
  return memberSource(source, found, name ?? unpackedName(basename(found.name)), options);
}

function onlyOf(members: readonly Member[], archive: string): Member {
  const files = members.filter(isListed);
  const [only] = files;
  if (!only) throw new PackedFault('it is a ZIP archive without files');
  if (files.length === 1) return only;
  throw new PackedFault(
    `it is a ZIP archive of ${files.length} files; name one of them, as in \`${basename(archive)}/${only.name}\``,
  );
}

function named(members: readonly Member[], name: string): Member {
  const found = members.find((member) => member.name === name);
  if (found) return found;
  const like = members.find((member) => basename(member.name) === basename(name));
  throw new PackedFault(
    `the ZIP archive holds no \`${name}\`${like ? `; did you mean \`${like.name}\`?` : ''}`,
  );
}

/** A source that closes the one it came from with itself, and is torn where that one is. */
function owning(source: ByteSource, from: ByteSource): ByteSource {
  const torn = source.torn ?? from.torn;
  return {
    ...source,
    ...(torn === undefined ? {} : { torn }),
    close: async () => {
      await source.close();
      await from.close();
    },
  };
}
