import { isObject } from '../../core/json';
import type { ColumnChoice } from '../../core/protocol/panels/rollouts';

/** Where the columns are kept: they are the reader's, not the workspace's. */
const KEY = 'tracehop.rollouts.columns';

/** Pixels: what a page may have stored beyond that is no width. */
const WIDEST = 10_000;

/** What is remembered; `vscode.Memento` is one. */
interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** The columns that were chosen last; null where nothing was. */
export function keptColumns(memory: Memory): ColumnChoice | null {
  return readChoice(memory.get(KEY));
}

export async function keepColumns(memory: Memory, choice: ColumnChoice | null): Promise<void> {
  await memory.update(KEY, choice === null ? undefined : readChoice(choice));
}

/** What an earlier version may have kept, as far as it makes sense. */
function readChoice(value: unknown): ColumnChoice | null {
  if (!isObject(value) || !Array.isArray(value['columns'])) return null;
  const columns = value['columns'].filter((id) => typeof id === 'string');
  if (columns.length === 0) return null;
  const widths = Object.entries(isObject(value['widths']) ? value['widths'] : {}).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0 && entry[1] <= WIDEST,
  );
  return { columns: [...new Set(columns)], widths: Object.fromEntries(widths) };
}
