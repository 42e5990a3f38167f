import type { Ref } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { completionsAt, valueText } from '../../../../core/store/filter/complete';
import { parseFilter } from '../../../../core/store/filter/parse';
import type { ColumnInfo, ColumnValues } from '../../../../core/protocol/store';
import { announce } from '../../../base/announce';
import { counted } from '../../../base/words';

interface FilterLineProps {
  readonly text: string;
  readonly columns: readonly ColumnInfo[];
  readonly field: Ref<HTMLInputElement>;
  readonly onText: (text: string) => void;
  /** Values of a column that hold a text, for completion. */
  readonly values: (column: string, text: string, signal: AbortSignal) => Promise<ColumnValues>;
  readonly onLeave: () => void;
}

interface Option {
  readonly text: string;
  readonly detail: string;
}

/** Most completions that are offered. */
const MOST = 12;
/** Milliseconds without a key after which a filter without fault is taken. */
const PAUSE_MS = 450;

/** The filter as a line, with completions and with its faults where they stand. */
export function FilterLine({ text, columns, field, onText, values, onLeave }: FilterLineProps) {
  const [draft, setDraft] = useState(text);
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(-1);
  const [open, setOpen] = useState(false);
  const [known, setKnown] = useState<{ readonly key: string; readonly options: readonly Option[] } | null>(
    null,
  );
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement | null>(null);
  useEffect(() => setDraft(text), [text]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const { fault } = useMemo(() => parseFilter(draft, columns), [draft, columns]);
  const completions = useMemo(
    () => (open && caret !== null ? completionsAt(draft, caret, columns) : null),
    [open, draft, caret, columns],
  );
  const asks = completions?.values ?? null;
  const key = asks ? `${asks.column}\n${asks.text}` : '';
  useEffect(() => {
    if (!asks) return undefined;
    const own = new AbortController();
    values(asks.column, asks.text, own.signal).then(
      (found) =>
        setKnown({
          key,
          options: found.values.flatMap(({ value, rollouts }) =>
            value === null ? [] : [{ text: valueText(value, columns), detail: counted(rollouts, 'rollout') }],
          ),
        }),
      // Without values of the store the line is written by hand.
      () => undefined,
    );
    return () => own.abort();
  }, [key]);
  const options: readonly Option[] = completions
    ? [...(known?.key === key ? known.options : []), ...completions.items].slice(0, MOST)
    : [];

  const offered = useRef(0);
  offered.current = options.length;

  const take = (next: string): void => {
    clearTimeout(timer.current);
    setDraft(next);
    if (next !== text && parseFilter(next, columns).fault === null) onText(next);
  };
  const write = (next: string, at: number | null): void => {
    setDraft(next);
    setCaret(at);
    setChosen(-1);
    setOpen(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // Half a name would be looked for as a word.
      if (offered.current === 0 && parseFilter(next, columns).fault === null) onText(next);
    }, PAUSE_MS);
  };
  /** Puts a text in place of a range, and the caret behind it. */
  const put = (start: number, end: number, inserted: string): void => {
    const spaced = `${inserted}${inserted.endsWith('(') ? '' : ' '}`;
    const next = `${draft.slice(0, start)}${spaced}${draft.slice(end).trimStart()}`;
    write(next, start + spaced.length);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(start + spaced.length, start + spaced.length);
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const picked = options[chosen];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (options.length === 0) {
        setCaret(input.current?.selectionStart ?? null);
        setOpen(true);
      } else {
        const step = event.key === 'ArrowDown' ? 1 : -1;
        setChosen((chosen + step + options.length + (chosen < 0 && step < 0 ? 1 : 0)) % options.length);
      }
    } else if ((event.key === 'Enter' || event.key === 'Tab') && picked && completions) {
      put(completions.start, completions.end, picked.text);
    } else if (event.key === 'Enter') {
      setOpen(false);
      take(draft);
      if (fault) announce(fault.message);
    } else if (event.key === 'Escape') {
      if (open && options.length > 0) setOpen(false);
      else onLeave();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="filter-line">
      <label for="filter-line">Filter</label>
      <div class="field">
        <input
          id="filter-line"
          ref={(element) => {
            input.current = element;
            if (typeof field === 'function') field(element);
            else if (field) field.current = element;
          }}
          type="text"
          class="text"
          role="combobox"
          spellcheck={false}
          autocomplete="off"
          placeholder="score < 0.5 and searches > 3 and finding:repeated-query, or words of the question"
          value={draft}
          aria-expanded={options.length > 0}
          aria-controls="filter-options"
          aria-autocomplete="list"
          aria-activedescendant={options[chosen] ? `filter-option-${chosen}` : undefined}
          aria-invalid={fault !== null}
          aria-describedby={fault ? 'filter-fault' : undefined}
          onInput={(event) => write(event.currentTarget.value, event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setOpen(false);
            take(draft);
          }}
        />
        {options.length > 0 ? (
          <div id="filter-options" class="options" role="listbox" aria-label="Completions">
            {options.map((option, at) => (
              <div
                key={at}
                id={`filter-option-${at}`}
                role="option"
                aria-selected={at === chosen}
                // The field would lose the focus, and with it these options, before the click.
                onMouseDown={(event) => {
                  event.preventDefault();
                  if (completions) put(completions.start, completions.end, option.text);
                }}
              >
                <span dir="auto">{option.text}</span> <span class="quiet">{option.detail}</span>
              </div>
            ))}
          </div>
        ) : null}
        {fault && !(open && fault.start >= draft.trimEnd().length) ? (
          <div id="filter-fault" class="fault" role="status">
            <span class="where" aria-hidden="true">
              {draft.slice(Math.max(0, fault.start - 30), fault.start)}
              <mark>{draft.slice(fault.start, fault.end) || '␣'}</mark>
              {draft.slice(fault.end, fault.end + 30)}
            </span>
            <span>
              {fault.message} <span class="quiet">(character {fault.start + 1})</span>
            </span>
            {fault.suggestion === null ? null : (
              <button
                type="button"
                class="link"
                onClick={() => put(fault.start, fault.end, fault.suggestion ?? '')}
              >
                Put {fault.suggestion}
              </button>
            )}
          </div>
        ) : null}
      </div>
    </div>
  );
}
