import type { ColumnChoice } from '../../../../core/protocol/panels/rollouts';
import type { ColumnFamily, ColumnInfo } from '../../../../core/protocol/store';

/** Narrowest and widest column, in pixels. */
export const LEAST_WIDTH = 40;
export const MOST_WIDTH = 1200;

/** A column in sight. */
export interface ShownColumn {
  readonly info: ColumnInfo;
  readonly width: number;
}

/** Families in the order in which they are chosen from. */
export const families: readonly { readonly id: ColumnFamily; readonly title: string }[] = [
  { id: 'identity', title: 'Which rollout' },
  { id: 'answer', title: 'Answer' },
  { id: 'reward', title: 'Reward' },
  { id: 'evidence', title: 'Evidence' },
  { id: 'shape', title: 'Shape' },
  { id: 'findings', title: 'Findings' },
  { id: 'cost', title: 'Cost' },
  { id: 'recorded', title: 'Recorded in the files' },
];

/** The columns in sight, in order. Columns that are chosen and not in this set are left out, but stay chosen. */
export function shownColumns(infos: readonly ColumnInfo[], choice: ColumnChoice | null): ShownColumn[] {
  const byId = new Map(infos.map((info) => [info.id, info]));
  const ids = choice?.columns ?? infos.filter(({ shown }) => shown).map(({ id }) => id);
  return ids.flatMap((id) => {
    const info = byId.get(id);
    return info ? [{ info, width: boundedWidth(choice?.widths[id] ?? info.width) }] : [];
  });
}

/** A choice that says what is in sight, to change something of. */
export function explicit(infos: readonly ColumnInfo[], choice: ColumnChoice | null): ColumnChoice {
  return choice ?? { columns: infos.filter(({ shown }) => shown).map(({ id }) => id), widths: {} };
}

/** With a column in sight, behind the others, or out of it. */
export function toggled(choice: ColumnChoice, column: string): ColumnChoice {
  const { columns } = choice;
  return {
    ...choice,
    columns: columns.includes(column) ? columns.filter((id) => id !== column) : [...columns, column],
  };
}

/** With a column in the place of another that is in sight. */
export function movedTo(choice: ColumnChoice, column: string, place: string): ColumnChoice {
  const { columns } = choice;
  const [from, to] = [columns.indexOf(column), columns.indexOf(place)];
  if (from < 0 || to < 0 || from === to) return choice;
  const others = columns.filter((id) => id !== column);
  return { ...choice, columns: [...others.slice(0, to), column, ...others.slice(to)] };
}

export function resized(choice: ColumnChoice, column: string, width: number): ColumnChoice {
  return { ...choice, widths: { ...choice.widths, [column]: boundedWidth(width) } };
}

function boundedWidth(width: number): number {
  return Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, Math.round(width)));
}
