/** What a key does in the editor. */
export type Command =
  | 'down'
  | 'up'
  | 'page-down'
  | 'page-up'
  | 'first'
  | 'last'
  | 'open'
  | 'next'
  | 'previous'
  | 'filter'
  | 'search'
  | 'group'
  | 'back'
  | 'keys';

interface Binding {
  readonly command: Command;
  readonly keys: readonly string[];
  /** What it does, for the list of keys. */
  readonly words: string;
  /** Only where the table has the focus: elsewhere the key belongs to what has it. */
  readonly inGrid: boolean;
}

export const bindings: readonly Binding[] = [
  { command: 'down', keys: ['j'], words: 'Next row', inGrid: false },
  { command: 'up', keys: ['k'], words: 'Row before', inGrid: false },
  { command: 'down', keys: ['ArrowDown'], words: 'Next row', inGrid: true },
  { command: 'up', keys: ['ArrowUp'], words: 'Row before', inGrid: true },
  { command: 'page-down', keys: ['PageDown'], words: 'A page down', inGrid: true },
  { command: 'page-up', keys: ['PageUp'], words: 'A page up', inGrid: true },
  { command: 'first', keys: ['Home'], words: 'First row', inGrid: true },
  { command: 'last', keys: ['End'], words: 'Last row', inGrid: true },
  { command: 'open', keys: ['Enter'], words: 'Show the rollout beside the table', inGrid: true },
  { command: 'open', keys: ['o'], words: 'Show the rollout beside the table', inGrid: false },
  { command: 'next', keys: ['n'], words: 'Show the next rollout', inGrid: false },
  { command: 'previous', keys: ['p'], words: 'Show the rollout before', inGrid: false },
  { command: 'filter', keys: ['f'], words: 'Write a filter', inGrid: false },
  { command: 'search', keys: ['/'], words: 'Search the texts of all rollouts', inGrid: false },
  { command: 'group', keys: ['g'], words: 'Groups, and back to single rollouts', inGrid: false },
  { command: 'back', keys: ['Escape'], words: 'Close the rollout, leave a field', inGrid: false },
  { command: 'keys', keys: ['?'], words: 'These keys', inGrid: false },
];

/** What is looked at of a key event. */
interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** Where the focus is. */
export type Focus = 'grid' | 'field' | 'elsewhere';

/** The command of a key; null where the key belongs to somebody else. In a field only Escape is ours. */
export function commandOf({ key, ctrlKey, altKey, metaKey }: Pressed, focus: Focus): Command | null {
  if (ctrlKey || altKey || metaKey) return null;
  const binding = bindings.find(({ keys }) => keys.includes(key));
  if (!binding || (focus === 'field' && binding.command !== 'back')) return null;
  return binding.inGrid && focus !== 'grid' ? null : binding.command;
}

/** Position of the active row after a command; the same where it does not move. */
export function moved(command: Command, at: number, rows: number, page: number): number {
  const steps: Partial<Record<Command, number>> = {
    down: at + 1,
    next: at + 1,
    up: at - 1,
    previous: at - 1,
    'page-down': at + page,
    'page-up': at - page,
    first: 0,
    last: rows - 1,
  };
  return Math.max(0, Math.min(rows - 1, steps[command] ?? at));
}
