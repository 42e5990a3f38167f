import { jsonOfValue } from '../parquet/json';
import { BadFormat } from '../row-format';
import { cellAt, type Pass } from './cell';
import type { TableText } from './create-table';
import type { Pages } from './pages';
import { valuesOf, type SqliteValue } from './record';
import type { Leaf } from './tree';

/** The rows of one leaf page, read one by one. */
export class LeafRows {
  constructor(
    private readonly pages: Pages,
    private readonly page: number,
    private readonly bytes: Buffer,
  ) {}

  static async read(pages: Pages, { page }: Leaf): Promise<LeafRows> {
    return new LeafRows(pages, page, await pages.read(page));
  }

  /** The values of a row, and its number; fails with a `BadFormat` whose message is a clause on "it". */
  async row(
    cell: number,
    pass: Pass,
  ): Promise<{ readonly rowid: number | bigint; readonly values: SqliteValue[] }> {
    const { rowid, payload } = await cellAt(this.pages, this.page, this.bytes, cell, pass);
    return { rowid, values: valuesOf(payload, this.pages.header.encoding) };
  }

  /** A row as a JSON object. */
  async json(cell: number, { columns, rowid }: TableText, pass: Pass): Promise<string> {
    const row = await this.row(cell, pass);
    if (row.values.length > columns.length)
      throw new BadFormat(`it has ${row.values.length} values for ${columns.length} columns`);
    const members = columns.map(({ name, byDefault }, at) => {
      const stored = at < row.values.length ? row.values[at] : byDefault;
      const value = at === rowid && stored === null ? row.rowid : stored;
      return `${JSON.stringify(name)}:${jsonOfValue(value)}`;
    });
    return `{${members.join(',')}}`;
  }
}
