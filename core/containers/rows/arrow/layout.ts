import type { ByteSource } from '../../byte-source';
import { reasonOf } from '../reason';
import { BadFormat } from '../row-format';
import { LARGEST_BODY, rowsOf } from './body';
import { Damaged } from './damaged';
import { BATCH, DICTIONARY, messagesOf, SCHEMA, type Message } from './messages';
import { fieldsOf, type Field } from './schema';

/** Most rows of one file that are counted, and most messages. */
const MOST_ROWS = 500_000_000;
const MOST_MESSAGES = 1_000_000;

/** Marks the file format, at both ends; the messages begin behind it and two bytes that fill up. */
export const FILE_MAGIC = 'ARROW1';
const FILE_START = 8;
const FILE_END = 10;

/** Longest mark of the end, with what fills up behind it, in bytes. */
const END_MARK = 8 + 64;

/** Where a message stands in the file. */
export interface Place {
  readonly byteStart: number;
  readonly bodyStart: number;
  readonly byteEnd: number;
}

/** Rows that stand together: those of one record batch, or one in place of those that cannot be found. */
export interface Batch extends Place {
  readonly start: number;
  readonly rows: number;
  /** How many of the file's dictionary batches it may refer to. */
  readonly dictionaries: number;
  /** Why its rows cannot be read, as a sentence without its end; null where that is not known yet. */
  readonly problem: string | null;
}

export interface DictionaryPlace extends Place {
  readonly id: bigint;
  /** True where its values come behind those of the dictionary batch of this id before it. */
  readonly delta: boolean;
}

/** What an Arrow file holds, and where. */
export interface Layout {
  readonly fields: readonly Field[];
  readonly batches: readonly Batch[];
  readonly dictionaries: readonly DictionaryPlace[];
  readonly rows: number;
}

/** Finds the batches of an Arrow stream or file by the metadata of its messages. Fails with {@link BadFormat}. */
export async function readLayout(source: ByteSource, signal?: AbortSignal): Promise<Layout> {
  const { file, start, end, whole } = await boundsOf(source);
  const found = new Found();
  let at = start;
  try {
    for await (const message of messagesOf(source, start, end, signal)) {
      found.add(message, Math.min(end, source.size));
      at = message.byteEnd;
      if (found.ended) break;
    }
    if (!whole && !found.ended) found.lost(at, source.size, 'the file ends without its footer');
    else if (!found.ended && end - at > END_MARK)
      found.lost(at, source.size, 'it marks the end, and more follows');
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof BadFormat || (error instanceof Error && 'syscall' in error)) throw error;
    found.lost(at, source.size, reasonOf(error));
  }
  return found.layout(file);
}

/** Where the messages stand. A file has a footer behind them, which says nothing that they do not. */
async function boundsOf(
  source: ByteSource,
): Promise<{ file: boolean; start: number; end: number; whole: boolean }> {
  const mark = Buffer.from(await source.read(0, FILE_MAGIC.length)).toString('latin1');
  if (mark !== FILE_MAGIC) return { file: false, start: 0, end: source.size, whole: true };
  const tail = Buffer.from(await source.read(Math.max(0, source.size - FILE_END), FILE_END));
  const footer = tail.length === FILE_END ? tail.readUInt32LE(0) : 0;
  const end = source.size - FILE_END - footer;
  if (tail.toString('latin1', 4) !== FILE_MAGIC || end < FILE_START)
    return { file: true, start: FILE_START, end: source.size, whole: false };
  return { file: true, start: FILE_START, end, whole: true };
}

class Found {
  #fields: readonly Field[] | null = null;
  #ids: ReadonlySet<bigint> = new Set();
  readonly #batches: Batch[] = [];
  readonly #dictionaries: DictionaryPlace[] = [];
  #rows = 0;
  /** True where nothing can be found any more. */
  ended = false;

  /** Takes a message of a file that ends at `end`. */
  add(message: Message, end: number): void {
    const { kind, header, byteStart, bodyStart, byteEnd } = message;
    if (this.#batches.length + this.#dictionaries.length >= MOST_MESSAGES)
      throw new Damaged(`it has more than ${MOST_MESSAGES} batches`);
    if (this.#fields === null) {
      if (kind !== SCHEMA) throw new Damaged('it does not begin with a schema');
      this.#fields = fieldsOf(header);
      this.#ids = dictionariesOf(this.#fields);
    } else if (kind === SCHEMA) throw new Damaged('a second schema follows');
    const place = { byteStart, bodyStart, byteEnd: Math.min(byteEnd, end) };
    const cut = byteEnd > end ? 'the file ends inside of them, copy or write it again' : null;
    if (kind === BATCH) {
      const rows = rowsOf(header, byteEnd - bodyStart, this.#fields.length);
      if (this.#rows + rows > MOST_ROWS) throw new Damaged(`it has more than ${MOST_ROWS} rows`);
      const problem = cut ?? tooLarge(byteEnd - bodyStart);
      this.#add(
        place,
        rows,
        problem && `${rowsSaid(this.#rows, rows)}, from byte ${byteStart} on, cannot be read: ${problem}`,
      );
    } else if (cut !== null) throw new Damaged('the file ends inside of it');
    else if (kind === DICTIONARY) {
      const id = header.int64(0);
      if (!this.#ids.has(id)) throw new Damaged(`no column has its values in dictionary ${id}`);
      this.#dictionaries.push({ ...place, id, delta: header.uint8(2) !== 0 });
    } else if (kind !== SCHEMA) throw new Damaged(`it is of an unknown kind, ${kind}`);
    this.ended = cut !== null;
  }

  /** Takes note that the message at a byte cannot be read; those behind it cannot be found then. */
  lost(byteStart: number, size: number, reason: string): void {
    if (this.#fields === null)
      throw new BadFormat(
        `it is an Arrow file whose schema cannot be read (${reason}); it stands at byte ${byteStart}; write or copy the file again`,
      );
    this.#add(
      { byteStart, bodyStart: byteStart, byteEnd: size },
      1,
      `rows from ${this.#rows} on cannot be found: the message at byte ${byteStart} cannot be read (${reason}); write or copy the file again`,
    );
    this.ended = true;
  }

  #add(place: Place, rows: number, problem: string | null): void {
    if (rows === 0) return;
    const dictionaries = this.#dictionaries.length;
    this.#batches.push({ ...place, start: this.#rows, rows, dictionaries, problem });
    this.#rows += rows;
  }

  /** In the file format, `anywhere`, dictionary batches may come behind those that refer to them. */
  layout(anywhere: boolean): Layout {
    if (this.#fields === null)
      throw new BadFormat('it is an Arrow file without a schema; write or copy it again');
    const dictionaries = this.#dictionaries.length;
    return {
      fields: this.#fields,
      batches: anywhere ? this.#batches.map((batch) => ({ ...batch, dictionaries })) : this.#batches,
      dictionaries: this.#dictionaries,
      rows: this.#rows,
    };
  }
}

/** Ids of the dictionaries of some columns, and of those in them. */
function dictionariesOf(fields: readonly Field[]): ReadonlySet<bigint> {
  const ids = new Set<bigint>();
  const open = [...fields];
  for (let field = open.pop(); field; field = open.pop()) {
    if (field.dictionary) ids.add(field.dictionary.id);
    open.push(...field.children);
  }
  return ids;
}

export function rowsSaid(start: number, rows: number): string {
  return rows === 1 ? `row ${start}` : `rows ${start} to ${start + rows - 1}`;
}

function tooLarge(bytes: number): string | null {
  if (bytes <= LARGEST_BODY) return null;
  const gigabytes = (bytes / 1024 ** 3).toFixed(1);
  return `their batch of ${gigabytes} GB would be held in memory; write the table with smaller batches (\`writer.write_table(table, max_chunksize=1000)\`)`;
}
