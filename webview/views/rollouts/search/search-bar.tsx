import type { Ref } from 'preact';
import { useState } from 'preact/hooks';
import type { SearchParams } from '../../../../core/protocol/store';
import { counted, whole } from '../../../base/words';
import type { RunningSearch } from './use-search';

interface SearchBarProps {
  readonly field: Ref<HTMLInputElement>;
  readonly search: RunningSearch | null;
  readonly onStart: (params: Omit<SearchParams, 'filter'>) => void;
  readonly onCancel: () => void;
  /** Shows what was found so far. */
  readonly onShow: () => void;
  readonly onClear: () => void;
  readonly onLeave: () => void;
}

/** Looks for a text in all rollouts as the files have them. */
export function SearchBar({ field, search, onStart, onCancel, onShow, onClear, onLeave }: SearchBarProps) {
  const [text, setText] = useState('');
  const [regex, setRegex] = useState(false);
  const [matchCase, setMatchCase] = useState(false);
  const start = (): void => {
    if (text !== '') onStart({ text, regex, matchCase });
  };
  return (
    <div class="search" role="search">
      <label for="search-text">Search texts</label>
      <input
        id="search-text"
        ref={field}
        class="text"
        type="text"
        spellcheck={false}
        autocomplete="off"
        placeholder="in the whole text of every rollout that the filter leaves"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') start();
          else if (event.key === 'Escape') onLeave();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <Toggle title="Match case" sign="Aa" on={matchCase} onChange={setMatchCase} />
      <Toggle title="Regular expression" sign=".*" on={regex} onChange={setRegex} />
      <button type="button" class="plain" disabled={text === ''} onClick={start}>
        Search
      </button>
      <span class="search-state" role="status">
        {search ? stateWords(search) : null}
      </span>
      {search?.running ? (
        <button type="button" class="link" onClick={onCancel}>
          Cancel
        </button>
      ) : null}
      {search?.progress && (search.running || !search.progress.done) && search.progress.found > 0 ? (
        <button type="button" class="link" onClick={onShow}>
          Show those found
        </button>
      ) : null}
      {search && !search.running ? (
        <button type="button" class="link" onClick={onClear}>
          Clear
        </button>
      ) : null}
    </div>
  );
}

interface ToggleProps {
  readonly title: string;
  readonly sign: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

function Toggle({ title, sign, on, onChange }: ToggleProps) {
  return (
    <button
      type="button"
      class="toggle"
      aria-pressed={on}
      aria-label={title}
      title={title}
      onClick={() => onChange(!on)}
    >
      {sign}
    </button>
  );
}

/** How far a search is: `17 found, 120 of 1,000 rollouts, 12%`. */
export function stateWords({ progress, running, message }: RunningSearch): string {
  if (message !== null) return message;
  if (!progress) return running ? 'beginning…' : 'cancelled';
  const { found, rows, rowsTotal, done } = progress;
  if (done) return `${counted(found, 'rollout')} found`;
  const share = rowsTotal > 0 ? `, ${Math.floor((100 * rows) / rowsTotal)}%` : '';
  const far = `${whole(rows)} of ${counted(rowsTotal, 'rollout')}${share}`;
  return `${whole(found)} found, ${far}${running ? '' : ', cancelled'}`;
}
