import { Damaged } from './damaged';

/**
 * A table of a FlatBuffer (https://flatbuffers.dev/internals), read in place. Every access is held to the bytes of the
 * buffer: one outside of it throws a `RangeError`. Tables that are reached through others stand behind them, so that
 * no chain of them is endless.
 */
export class Table {
  readonly #vtable: number;
  readonly #slots: number;

  private constructor(
    private readonly view: DataView,
    private readonly at: number,
  ) {
    this.#vtable = at - view.getInt32(at, true);
    this.#slots = view.getUint16(this.#vtable, true);
    if (this.#slots < 4 || this.#vtable + this.#slots > view.byteLength)
      throw new Damaged('a table of its metadata has no fields');
  }

  /** The root table of a buffer. */
  static root(bytes: Uint8Array): Table {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return new Table(view, view.getUint32(0, true));
  }

  uint8(field: number, absent = 0): number {
    const at = this.#place(field);
    return at === 0 ? absent : this.view.getUint8(at);
  }

  int16(field: number, absent = 0): number {
    const at = this.#place(field);
    return at === 0 ? absent : this.view.getInt16(at, true);
  }

  int32(field: number, absent = 0): number {
    const at = this.#place(field);
    return at === 0 ? absent : this.view.getInt32(at, true);
  }

  int64(field: number): bigint {
    const at = this.#place(field);
    return at === 0 ? 0n : this.view.getBigInt64(at, true);
  }

  table(field: number): Table | null {
    const at = this.#place(field);
    return at === 0 ? null : this.#tableAt(at);
  }

  string(field: number): string {
    const { start, count } = this.#vector(field, 1);
    return Buffer.from(this.view.buffer, this.view.byteOffset + start, count).toString('utf8');
  }

  /** Tables of a vector; `most` bounds how many. */
  tables(field: number, most: number): Table[] {
    const { start, count } = this.#vector(field, 4);
    if (count > most) throw new Damaged(`its metadata would list ${count} parts`);
    return Array.from({ length: count }, (_, index) => this.#tableAt(start + 4 * index));
  }

  /** 64-bit numbers of a vector of structs that hold `each` of them. */
  int64s(field: number, each: number): readonly (readonly bigint[])[] {
    const { start, count } = this.#vector(field, 8 * each);
    return Array.from({ length: count }, (_, index) =>
      Array.from({ length: each }, (_each, part) =>
        this.view.getBigInt64(start + 8 * (index * each + part), true),
      ),
    );
  }

  /** 32-bit numbers of a vector; null where it is absent. */
  int32s(field: number): readonly number[] | null {
    if (this.#place(field) === 0) return null;
    const { start, count } = this.#vector(field, 4);
    return Array.from({ length: count }, (_, index) => this.view.getInt32(start + 4 * index, true));
  }

  #tableAt(at: number): Table {
    return new Table(this.view, at + this.view.getUint32(at, true));
  }

  /** Where the elements of a vector begin, and how many there are; each takes `size` bytes. */
  #vector(field: number, size: number): { start: number; count: number } {
    const at = this.#place(field);
    if (at === 0) return { start: 0, count: 0 };
    const start = at + this.view.getUint32(at, true);
    const count = this.view.getUint32(start, true);
    if (start + 4 + count * size > this.view.byteLength)
      throw new Damaged('a list of its metadata is longer than the metadata');
    return { start: start + 4, count };
  }

  /** Place of a field, or 0 where it is absent. */
  #place(field: number): number {
    const slot = 4 + 2 * field;
    if (slot + 2 > this.#slots) return 0;
    const offset = this.view.getUint16(this.#vtable + slot, true);
    return offset === 0 ? 0 : this.at + offset;
  }
}
