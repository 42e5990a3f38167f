import type { ByteSource } from '../../byte-source';
import type { Loss } from '../../container';
import type { Framing, Span, SpanOptions } from '../../framing/framing';
import { absent } from '../../losses';
import type { RecordPlace } from '../../../trace/model';
import { blockOf, inBatches, numberedFraming, type NumberedRows } from '../numbered';
import { BadFormat, type RowFormat } from '../row-format';
import { passOver, type Pass } from './cell';
import { chooseTable, rowsOf, type Chosen } from './choose';
import { headerOf, isSqlite, type Header } from './header';
import { Pages } from './pages';
import { LeafRows } from './table';
import type { Leaf } from './tree';
import { writeAheadOf, type WriteAhead } from './write-ahead';

/**
 * SQLite, read-only and page by page. A reader of our own: Node 20 has none (`node:sqlite` came with 22), the native
 * ones must be built for each editor, and the one in WebAssembly holds the whole file in memory.
 * Source: https://www.sqlite.org/fileformat.html.
 */
export const sqlite: RowFormat = {
  id: 'sqlite',
  recognise: isSqlite,
  async framing(source, head, signal): Promise<Framing> {
    const header = headerOf(head);
    const log = await logBeside(source, header);
    const pages = new Pages(source, header, log.read);
    const chosen = await chooseTable(pages, log.unread, signal);
    const framing = numberedFraming('sqlite', new SqliteRows(pages, chosen));
    return { ...framing, losses: lossesOf(log.unread, chosen) };
  },
};

/** Largest write-ahead log that is held in memory, in bytes: SQLite itself begins anew at 4 MB where it can. */
const LARGEST_LOG = 256 * 1024 ** 2;

/** The log beside a database, and whether there may be one that is not read. */
async function logBeside(
  source: ByteSource,
  header: Header,
): Promise<{ readonly read: WriteAhead | null; readonly unread: boolean }> {
  if (!header.writeAhead) return { read: null, unread: false };
  const bytes = source.beside ? await source.beside('-wal', LARGEST_LOG) : 'too large';
  if (bytes === 'too large') return { read: null, unread: true };
  return { read: bytes && writeAheadOf(Buffer.from(bytes), header), unread: false };
}

class SqliteRows implements NumberedRows {
  /** The page read last: neighbours are asked for one after the other. */
  #last: { readonly page: number; readonly source: ByteSource; readonly rows: LeafRows } | null = null;

  constructor(
    private readonly pages: Pages,
    private readonly chosen: Chosen,
  ) {}

  get count(): number {
    return rowsOf(this.chosen.leaves);
  }

  at(index: number): RecordPlace | null {
    const leaf = this.#leafOf(index);
    return leaf && { ...this.#bounds(leaf), index, line: index };
  }

  spans(source: ByteSource, options: SpanOptions): AsyncIterable<readonly Span[]> {
    const pass = passOver(this.pages, options.signal);
    return inBatches(this.count, options, (index) => this.#spanAt(source, index, pass));
  }

  spanAt(source: ByteSource, index: number, signal?: AbortSignal): Promise<Span> {
    return this.#spanAt(source, index, passOver(this.pages, signal));
  }

  async #spanAt(source: ByteSource, index: number, pass: Pass): Promise<Span> {
    const leaf = this.#leafOf(index);
    if (!leaf) throw new RangeError(`there is no row ${index}`);
    const span = { ...this.#bounds(leaf), index, line: index, made: true } as const;
    const { name, text } = this.chosen.table;
    try {
      if (leaf.problem !== null) throw new BadFormat(leaf.problem);
      const rows = await this.#rowsOf(source, leaf);
      const json = await rows.json(index - leaf.start, text, pass);
      return { ...span, bytes: Buffer.from(json, 'utf8'), problem: null };
    } catch (error) {
      if (!(error instanceof BadFormat)) throw error;
      const what = leaf.problem === null ? `row ${index}` : `some rows from ${index} on`;
      const problem = `${what} of the table ${shown(name)} cannot be read (${error.message}); its page stands at byte ${span.byteStart}, the other rows are read; copy the file again`;
      return { ...span, bytes: new Uint8Array(0), problem };
    }
  }

  async #rowsOf(source: ByteSource, leaf: Leaf): Promise<LeafRows> {
    if (this.#last?.page === leaf.page && this.#last.source === source) return this.#last.rows;
    const rows = await LeafRows.read(this.pages.of(source), leaf);
    this.#last = { page: leaf.page, source, rows };
    return rows;
  }

  #bounds({ page }: Leaf): { readonly byteStart: number; readonly byteEnd: number } {
    // A damaged page can have any number, and one of the log stands in no place of the file.
    const number = Math.min(Math.max(page, 1), Math.max(1, this.pages.stored));
    return { byteStart: this.pages.start(number), byteEnd: this.pages.start(number + 1) };
  }

  #leafOf(index: number): Leaf | null {
    return blockOf(this.chosen.leaves, index);
  }
}

/** Most tables that are named. */
const NAMED = 4;

function lossesOf(logUnread: boolean, { table, others }: Chosen): Loss[] {
  const losses: Loss[] = [];
  if (others.length > 0) {
    const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : '';
    losses.push(
      absent(
        `the rows of other tables than ${shown(table.name)} (${others.slice(0, NAMED).map(shown).join(', ')}${more}) are not read`,
      ),
    );
  }
  if (logUnread)
    losses.push(absent('rows still in the write-ahead log beside the database (`-wal`) are not read'));
  return losses;
}

/** Longest name of a table that is shown. */
const LONGEST_NAME = 40;

/** A table's name, which the file's writer chose, for a message. */
function shown(name: string): string {
  const plain = name.replaceAll(/[`\p{Cc}]/gu, '?');
  return `\`${plain.length > LONGEST_NAME ? `${plain.slice(0, LONGEST_NAME)}…` : plain}\``;
}
