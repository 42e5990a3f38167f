import type { CheckedElement, ValueElement } from '../../ui';
import type { GraphState } from './state';

interface ToolbarProps {
  readonly state: GraphState;
  /** How many nodes hold the text that is looked for; null where nothing is. */
  readonly found: number | null;
  readonly change: (part: Partial<GraphState>) => void;
  readonly onSearch: (text: string) => void;
  /** Goes to the next node that was found, or to the one before. */
  readonly onNext: (back: boolean) => void;
}

/** What to look for, and what to leave out. */
export function Toolbar({ state, found, change, onSearch, onNext }: ToolbarProps) {
  const toggle = (name: 'goldOnly' | 'usefulOnly' | 'edgesAsText', words: string) => (
    <vscode-checkbox
      checked={state[name]}
      onChange={(event) => change({ [name]: (event.currentTarget as CheckedElement).checked })}
    >
      {words}
    </vscode-checkbox>
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') onNext(event.shiftKey);
    else if (event.key === 'Escape') onSearch('');
    else return;
    event.preventDefault();
  };
  return (
    <div class="toolbar">
      <vscode-text-field
        class="search"
        placeholder="Find nodes"
        aria-label="Find nodes by text; Enter goes to the next"
        value={state.search}
        onInput={(event) => onSearch((event.currentTarget as unknown as ValueElement).value)}
        onKeyDown={onKeyDown}
      />
      <span class="quiet found">{found === null ? '' : found === 0 ? 'not found' : `${found} found`}</span>
      {toggle('goldOnly', 'Gold documents only')}
      {toggle('usefulOnly', 'Only what led on')}
      {toggle('edgesAsText', 'Edges as text')}
    </div>
  );
}
