import type { ByteSource } from '../../byte-source';
import { BadFormat } from '../row-format';
import { HEADER_BYTES, type Header } from './header';
import type { WriteAhead } from './write-ahead';

/** Pages of a database by their number, from 1 on; none is kept. */
export class Pages {
  constructor(
    private readonly source: ByteSource,
    readonly header: Header,
    /** What a log beside the file changes in it. */
    private readonly log: WriteAhead | null = null,
  ) {}

  /** Whole pages of the file itself. */
  get stored(): number {
    return Math.floor(this.source.size / this.header.pageSize);
  }

  /** Whole pages, with those that only the log holds. */
  get count(): number {
    return this.log?.count ?? this.stored;
  }

  /** The same pages, read through another source of the same file. */
  of(source: ByteSource): Pages {
    return source === this.source ? this : new Pages(source, this.header, this.log);
  }

  /** Offset of a page in the file, in bytes. */
  start(page: number): number {
    return (page - 1) * this.header.pageSize;
  }

  /** A whole page; fails with a `BadFormat` where the file has none of this number. */
  read(page: number): Promise<Buffer> {
    return this.#bytes(page, 0, this.header.pageSize);
  }

  /** The header of a page of a b-tree. */
  head(page: number): Promise<Buffer> {
    return this.#bytes(page, treeStart(page), 12);
  }

  async #bytes(page: number, from: number, length: number): Promise<Buffer> {
    if (page < 1) throw new BadFormat('a page of it has the number 0');
    if (page > this.count) throw new BadFormat(`page ${page} is past the end of the file`);
    const logged = this.log?.pages.get(page);
    if (logged) return logged.subarray(from, from + length);
    const bytes = await this.source.read(this.start(page) + from, length);
    if (bytes.length < length) throw new BadFormat(`page ${page} is past the end of the file`);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }
}

/** Where a b-tree's header stands in a page: the first one begins with the file's. */
export function treeStart(page: number): number {
  return page === 1 ? HEADER_BYTES : 0;
}
