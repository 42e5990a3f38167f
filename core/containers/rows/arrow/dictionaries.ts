import type { ByteSource } from '../../byte-source';
import { Body, headOf, LARGEST_BODY } from './body';
import type { Column, Meter } from './column';
import { valuesOf } from './columns';
import { Damaged } from './damaged';
import type { DictionaryPlace } from './layout';
import { readMessage } from './messages';
import type { Field } from './schema';

/** The dictionary batches that a record batch refers to. */
export interface Dictionaries {
  readonly of: (field: Field, id: bigint) => Column;
}

interface Loaded {
  readonly header: ReturnType<typeof headOf>;
  readonly body: Uint8Array;
}

/** Reads the dictionaries of a file; those that were read last are kept. */
export class DictionaryReader {
  #key = '';
  #last: Dictionaries = { of: noDictionary };

  constructor(
    private readonly places: readonly DictionaryPlace[],
    private readonly meter: Meter,
  ) {}

  /** The dictionaries as they are after the first `count` dictionary batches of the file. */
  async after(source: ByteSource, count: number): Promise<Dictionaries> {
    const chosen = new Map<bigint, DictionaryPlace[]>();
    for (const place of this.places.slice(0, count)) {
      const before = place.delta ? chosen.get(place.id) : undefined;
      if (before) before.push(place);
      else chosen.set(place.id, [place]);
    }
    const key = [...chosen.values()].flatMap((list) => list.map(({ byteStart }) => byteStart)).join();
    if (key === this.#key) return this.#last;
    const loaded = new Map<bigint, readonly Loaded[]>();
    let bytes = 0;
    for (const [id, list] of chosen) {
      const parts: Loaded[] = [];
      for (const place of list) {
        bytes += place.byteEnd - place.byteStart;
        if (bytes > LARGEST_BODY) throw new Damaged('its dictionaries are larger than 1 GB');
        parts.push(await load(source, place));
      }
      loaded.set(id, parts);
    }
    this.#last = dictionariesOf(loaded, this.meter);
    this.#key = key;
    return this.#last;
  }
}

function noDictionary({ name }: Field, id: bigint): never {
  throw new Damaged(`column \`${name}\` has its values in dictionary ${id}, which is not there`);
}

async function load(source: ByteSource, place: DictionaryPlace): Promise<Loaded> {
  const { header, body } = await readMessage(source, place);
  const batch = header.table(1);
  if (!batch) throw new Damaged('a dictionary has no values');
  return { header: headOf(batch, body.length), body };
}

/** Columns are made once for each field: two fields may share a dictionary. */
function dictionariesOf(loaded: ReadonlyMap<bigint, readonly Loaded[]>, meter: Meter): Dictionaries {
  const made = new Map<Field, Column>();
  const dictionaries: Dictionaries = {
    of(field, id) {
      const parts = loaded.get(id);
      if (!parts) return noDictionary(field, id);
      const known = made.get(field);
      if (known) return known;
      const making = { meter, dictionary: dictionaries.of };
      const column = joined(parts.map(({ header, body }) => valuesOf(field, new Body(header, body), making)));
      made.set(field, column);
      return column;
    },
  };
  return dictionaries;
}

/** Columns one behind the other. */
function joined(columns: readonly Column[]): Column {
  const [only] = columns;
  if (only && columns.length === 1) return only;
  return {
    length: columns.reduce((sum, { length }) => sum + length, 0),
    at(index) {
      let rest = index;
      for (const column of columns) {
        if (rest < column.length) return column.at(rest);
        rest -= column.length;
      }
      throw new Damaged(`value ${index} of a dictionary is not there`);
    },
  };
}
