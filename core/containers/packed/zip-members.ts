import { once } from 'node:events';
import { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { ByteSource } from '../byte-source';
import { PackedFault } from './packed-fault';
import { messageOf } from '../../message-of';

/** A file inside a ZIP archive. */
export interface Member {
  /** As the archive writes it, with slashes; `..` in it is only a name. */
  readonly name: string;
  /** Compression method of the format's specification: 0 stored, 8 deflate, 93 zstd. */
  readonly method: number;
  readonly encrypted: boolean;
  /** Byte offset in the archive of its local header. */
  readonly offset: number;
  /** Bytes packed and unpacked, as the archive's directory says. */
  readonly packed: number;
  readonly size: number;
  /** CRC-32 of its unpacked bytes, as the archive's directory says. */
  readonly crc: number;
}

/** Most members that are listed. */
const MOST_MEMBERS = 200_000;

/** Bytes of the directory read at a time. */
const BLOCK = 64 * 1024;

/**
 * Lists the files of a ZIP archive from its directory, in the archive's order, the last of several with one name;
 * folders are left out. Fails with a {@link PackedFault} where the directory is missing or broken.
 */
export async function membersOf(source: ByteSource): Promise<readonly Member[]> {
  try {
    const reader = new SourceReader(source);
    const zip = await yauzl.fromRandomAccessReaderPromise(reader, source.size, {
      lazyEntries: true,
      // Names are only names here: yauzl would refuse an archive for a `..` in one.
      decodeStrings: false,
      autoClose: false,
      validateEntrySizes: false,
    });
    if (zip.entryCount > MOST_MEMBERS)
      throw new PackedFault(
        `it is a ZIP archive of ${zip.entryCount} files; more than ${MOST_MEMBERS} are not listed`,
      );
    return await listed(zip);
  } catch (error) {
    if (error instanceof PackedFault || (error instanceof Error && 'syscall' in error)) throw error;
    const reason = messageOf(error);
    throw new PackedFault(
      `it is a ZIP archive whose directory, at its end, cannot be read (${plainly(reason)}; it ends at byte ${source.size}): the file was cut or the copy is not complete; copy it again, or repair it (\`zip -FF\`)`,
    );
  }
}

/** The library's words without the dot that ends them. */
function plainly(reason: string): string {
  return reason.replace(/\.$/, '');
}

async function listed(zip: ZipFile): Promise<Member[]> {
  const members = new Map<string, Member>();
  zip.on('entry', (entry: Entry) => {
    const name = nameOf(entry);
    if (!name.endsWith('/')) {
      members.delete(name);
      members.set(name, memberOf(entry, name));
    }
    zip.readEntry();
  });
  const ended = once(zip, 'end');
  zip.readEntry();
  await ended;
  return [...members.values()];
}

function memberOf(entry: Entry, name: string): Member {
  return {
    name,
    method: entry.compressionMethod,
    encrypted: entry.isEncrypted(),
    offset: entry.relativeOffsetOfLocalHeader,
    packed: entry.compressedSize,
    size: entry.uncompressedSize,
    crc: entry.crc32,
  };
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
}

/** Lets yauzl read a source; the directory's small entries come from one block. */
class SourceReader extends yauzl.RandomAccessReader {
  readonly #source: ByteSource;
  #block: { readonly start: number; readonly bytes: Uint8Array } = { start: 0, bytes: new Uint8Array(0) };

  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from([this.#source.read(start, end - start)]);
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, read?: number) => void,
  ): void {
    this.#at(position, length).then(
      (bytes) => {
        buffer.set(bytes, offset);
        if (bytes.length < length) callback(new Error('unexpected EOF'));
        else callback(null, bytes.length);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    );
  }

  async #at(position: number, length: number): Promise<Uint8Array> {
    const { start, bytes } = this.#block;
    if (position < start || position + length > start + bytes.length) {
      const size = Math.max(length, Math.min(BLOCK, this.#source.size - position));
      this.#block = { start: position, bytes: await this.#source.read(position, Math.max(0, size)) };
    }
    const from = position - this.#block.start;
    return this.#block.bytes.subarray(from, from + length);
  }
}
