import { BadFormat } from '../row-format';
import { treeStart, type Pages } from './pages';
import { countAt, varintAt } from './varint';

/** Longest row that is held in memory, in bytes: as JSON it may have six characters for a byte. */
const LONGEST_ROW = 64 * 1024 ** 2;

/** Rows that are read in one go. */
export interface Pass {
  /** Overflow pages that may still be read: no two rows of a sound database share one, so there are as many as pages. */
  overflowLeft: number;
  readonly signal: AbortSignal | undefined;
}

export function passOver(pages: Pages, signal: AbortSignal | undefined): Pass {
  return { overflowLeft: pages.count, signal };
}

export interface Cell {
  readonly rowid: number | bigint;
  readonly payload: Buffer;
}

/** Reads a row of a leaf page, with the overflow pages that it goes on in (fileformat.html, 1.6). */
export async function cellAt(
  pages: Pages,
  page: number,
  bytes: Buffer,
  cell: number,
  pass: Pass,
): Promise<Cell> {
  const { usable } = pages.header;
  const start = bytes.readUInt16BE(treeStart(page) + 8 + 2 * cell);
  if (start < treeStart(page) + 8) throw new BadFormat(`a place of it in page ${page} is damaged`);
  const size = countAt(bytes, start, usable);
  const { value: rowid, next } = varintAt(bytes, size.next, usable);
  const local = localBytes(size.value, usable);
  const spills = local < size.value;
  if (next + local + (spills ? 4 : 0) > usable)
    throw new BadFormat(`it is longer than its page (${page}) allows`);
  const first = bytes.subarray(next, next + local);
  if (!spills) return { rowid, payload: first };
  if (size.value > LONGEST_ROW)
    throw new BadFormat(
      `it claims ${(size.value / 1024 ** 2).toFixed(0)} MB; rows above ${LONGEST_ROW / 1024 ** 2} MB are not read`,
    );
  const rest = await overflow(pages, bytes.readUInt32BE(next + local), size.value - local, pass);
  return { rowid, payload: Buffer.concat([first, ...rest]) };
}

/** Bytes of a payload that stand in the leaf itself. */
function localBytes(payload: number, usable: number): number {
  const most = usable - 35;
  if (payload <= most) return payload;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const even = least + ((payload - least) % (usable - 4));
  return even <= most ? even : least;
}

async function overflow(pages: Pages, first: number, length: number, pass: Pass): Promise<Buffer[]> {
  const each = pages.header.usable - 4;
  if (length > pages.count * each) throw new BadFormat('it is longer than the file');
  const pieces: Buffer[] = [];
  const seen = new Set<number>();
  let page = first;
  for (let left = length; left > 0; left -= each) {
    pass.signal?.throwIfAborted();
    if (pass.overflowLeft-- <= 0) throw new BadFormat('it goes on in pages of other rows');
    if (seen.has(page)) throw new BadFormat(`overflow page ${page} stands in it twice`);
    seen.add(page);
    const bytes = await pages.read(page);
    pieces.push(bytes.subarray(4, 4 + Math.min(each, left)));
    page = bytes.readUInt32BE(0);
  }
  return pieces;
}
