import type { RolloutSource, TextPart } from '../../trace/model';
import { isObject, setMember, type JsonObject } from '../fields/values';

/** A table as weights & biases exports it: names of columns, and a list of rows. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Reads `{columns, data}`; null for other values. */
export function tableOf(value: unknown): Table | null {
  if (!isObject(value)) return null;
  const { columns, data } = value;
  if (!Array.isArray(columns) || !Array.isArray(data) || columns.length === 0) return null;
  if (!columns.every((column) => typeof column === 'string') || !data.every((row) => Array.isArray(row)))
    return null;
  return { columns, rows: data as readonly (readonly unknown[])[] };
}

/** A row as an object of its cells. */
export function rowOf({ columns, rows }: Table, at: number): JsonObject {
  const row = rows[at] ?? [];
  const record: Record<string, unknown> = {};
  for (const [cell, name] of columns.entries()) if (cell < row.length) setMember(record, name, row[cell]);
  return record;
}

/** A rollout that was read from a row's object, with the places of its text in the table instead. */
export function inTable(rollout: RolloutSource, { columns }: Table, at: number): RolloutSource {
  const placed = (part: TextPart): TextPart => {
    const [name, ...below] = part.path ?? [];
    const cell = columns.indexOf(String(name));
    return part.path === null || cell < 0 ? part : { ...part, path: ['data', at, cell, ...below] };
  };
  return { ...rollout, parts: rollout.parts.map(placed) };
}
