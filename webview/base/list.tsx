import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface ListProps<T> {
  /** What the list is of, for screen readers. */
  readonly label: string;
  readonly items: readonly T[];
  /** Unique among the items, and the same for the same thing when the list is made anew. */
  readonly keyOf: (item: T) => string;
  /** Key of the chosen item, or null. */
  readonly selected: string | null;
  /** Arrow keys and clicks choose. */
  readonly onSelect: (item: T) => void;
  /** Enter and double clicks open. */
  readonly onOpen?: (item: T) => void;
  /** Whether one click opens too. */
  readonly openOnClick?: boolean;
  /** How deep an item lies, from 1: makes the list a tree that is open, in which the side arrows go up and down. */
  readonly levelOf?: (item: T) => number;
  readonly children: (item: T) => ComponentChildren;
}

/**
 * A list to walk with the keyboard: arrows, Home, End, Page Up and Down choose, Enter opens. One tab stop, as readers
 * expect of a list; meant for hundreds of rows, not for millions.
 */
export function List<T>(props: ListProps<T>) {
  const { label, items, keyOf, selected, onSelect, onOpen, openOnClick = false, levelOf, children } = props;
  const list = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(false);
  const at = items.findIndex((item) => keyOf(item) === selected);
  const active = Math.max(0, at);

  useEffect(() => {
    if (focused && at >= 0) rowAt(list.current, at)?.scrollIntoView({ block: 'nearest' });
  }, [focused, at]);

  const go = (index: number): void => {
    const item = items[Math.min(Math.max(index, 0), items.length - 1)];
    if (item !== undefined) onSelect(item);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = 10;
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: items.length - 1,
      PageDown: active + page,
      PageUp: active - page,
      ...(levelOf ? sideways(items.map(levelOf), active) : {}),
    };
    const step = steps[event.key];
    if (step !== undefined) go(step);
    else if (event.key === 'Enter' || event.key === ' ') {
      const item = items[active];
      if (item !== undefined) (onOpen ?? onSelect)(item);
    } else return;
    event.preventDefault();
  };
  const id = (index: number): string => `${label.replace(/\W+/g, '-')}-${index}`;

  return (
    <div
      ref={list}
      class="list"
      role={levelOf ? 'tree' : 'listbox'}
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={items.length > 0 && at >= 0 ? id(at) : undefined}
      onKeyDown={onKeyDown}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {items.map((item, index) => (
        <div
          key={keyOf(item)}
          id={id(index)}
          class="row"
          role={levelOf ? 'treeitem' : 'option'}
          aria-level={levelOf?.(item)}
          aria-selected={index === at}
          aria-setsize={levelOf ? undefined : items.length}
          aria-posinset={levelOf ? undefined : index + 1}
          onClick={() => {
            onSelect(item);
            if (openOnClick) onOpen?.(item);
          }}
          onDblClick={() => {
            if (!openOnClick) onOpen?.(item);
          }}
        >
          {children(item)}
        </div>
      ))}
    </div>
  );
}

/** Where the side arrows go in a tree: to the parent, and to the first child. */
function sideways(levels: readonly number[], at: number): Record<string, number> {
  const level = levels[at] ?? 1;
  const parent = levels.findLastIndex((each, index) => index < at && each < level);
  return { ArrowLeft: Math.max(0, parent), ArrowRight: (levels[at + 1] ?? 0) > level ? at + 1 : at };
}

function rowAt(list: HTMLElement | null, index: number): Element | undefined {
  return list?.children[index];
}
