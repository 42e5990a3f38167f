/** Deepest level, most members and longest name of a recorded value that is shown. */
const DEEPEST = 3;
const MEMBERS = 20;
export const NAME = 100;
/** Longest string inside a list or object; a value that is a string itself is shortened by the budget. */
const INNER = 200;

/** A recorded value as JSON that is not too long: deep and long parts are replaced by a note. */
export function brief(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return depth === 0 ? value : cut(value, INNER);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object') return typeof value === 'bigint' ? String(value) : typeof value;
  const entries = Object.entries(value);
  if (depth >= DEEPEST) return `(${entries.length} members)`;
  const shown = entries.slice(0, MEMBERS);
  const left = entries.length - shown.length;
  if (Array.isArray(value)) {
    const items = shown.map(([, item]) => brief(item, depth + 1));
    return left > 0 ? [...items, `(${left} more)`] : items;
  }
  const members = shown.map(([name, member]) => [cut(name, NAME), brief(member, depth + 1)]);
  return Object.fromEntries(left > 0 ? [...members, ['(more)', left]] : members);
}

function cut(text: string, units: number): string {
  return text.length <= units ? text : `${text.slice(0, units)}…`;
}
