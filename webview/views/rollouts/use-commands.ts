import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { commandOf, moved, type Command, type Focus } from './keys';
import type { RolloutsState } from './state';
import type { TableHandle } from './table/grid';
import type { Active } from './use-active';

interface CommandsProps {
  readonly active: Active;
  readonly rows: number;
  readonly table: RefObject<TableHandle | null>;
  readonly state: RolloutsState;
  readonly change: (part: Partial<RolloutsState>) => void;
  readonly focusRows: () => void;
  readonly close: () => void;
  readonly focusFilter: () => void;
  readonly focusSearch: () => void;
  readonly showKeys: () => void;
}

/** What takes letters for itself. */
const FIELDS = 'input, textarea, select, [contenteditable], vscode-text-field, vscode-dropdown';

/** Answers the keys of the editor, wherever in it they are pressed. */
export function useCommands(props: CommandsProps): void {
  const { active, rows, table, state, change, focusRows, close, focusFilter, focusSearch, showKeys } = props;
  /** Without an active row, the next one is the first in sight. */
  const from = (command: Command): number => {
    const { row, pixels } = table.current?.place() ?? { row: 0, pixels: 0 };
    const whole = pixels > 0 ? row + 1 : row;
    return active.position ?? (command === 'down' || command === 'next' ? whole - 1 : whole);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const command = event.defaultPrevented ? null : commandOf(event, focusOf(event.target));
    if (command === null) return;
    switch (command) {
      case 'filter':
        focusFilter();
        break;
      case 'search':
        focusSearch();
        break;
      case 'keys':
        showKeys();
        break;
      case 'group':
        change({ group: state.group ? null : { by: 'question', order: 'rollouts', descending: true } });
        break;
      case 'back':
        if (focusOf(event.target) === 'field') focusRows();
        else if (state.opened) close();
        else if (state.group) change({ group: null });
        else focusRows();
        break;
      case 'open':
      case 'next':
      case 'previous':
        if (rows > 0 && !state.group) active.open(moved(command, from(command), rows, 1));
        break;
      case 'down':
      case 'up':
      case 'page-down':
      case 'page-up':
      case 'first':
      case 'last':
        if (rows > 0 && !state.group)
          active.choose(moved(command, from(command), rows, table.current?.page() ?? 1));
        break;
    }
    event.preventDefault();
  };
  // What had the focus may be gone, as a condition that was removed: the keys go on. They do so from where the last one led:
  // a key that is held comes more often than frames do.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}

function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof Element)) return 'elsewhere';
  if (target.closest(FIELDS)) return 'field';
  return target === document.body || target.getAttribute('role') === 'grid' ? 'grid' : 'elsewhere';
}
