import type { Loss, RecordReading } from './container';

/** A reading with the losses that are there; as it is where none is. */
export function withLosses(reading: RecordReading, losses: readonly (Loss | null)[]): RecordReading {
  const found = losses.filter((loss) => loss !== null);
  return found.length === 0 ? reading : { ...reading, losses: [...(reading.losses ?? []), ...found] };
}

/** Something that is not in the file. */
export function absent(what: string): Loss {
  return { kind: 'absent', what };
}

/** Something that was concluded and does not stand in the file. */
export function guessed(what: string): Loss {
  return { kind: 'guessed', what };
}

/** Something that the writer cut off. */
export function cut(what: string): Loss {
  return { kind: 'cut', what };
}
