import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { boundedSplit, LEAST_SPLIT, MOST_SPLIT } from './state';

interface SplitProps {
  /** Share of the first part in percent. */
  readonly split: number;
  readonly onSplit: (percent: number) => void;
  readonly first: ComponentChildren;
  /** Null leaves all the room to the first. */
  readonly second: ComponentChildren;
}

/** Below this width the second part stands under the first. */
const NARROW = '(max-width: 900px)';

/** Two parts with a bar between that is dragged, or moved by the arrow keys. */
export function Split({ split, onSplit, first, second }: SplitProps) {
  const narrow = useMedia(NARROW);
  const box = useRef<HTMLDivElement>(null);
  const dragging = useRef(false);

  const onKeyDown = (event: KeyboardEvent): void => {
    const [less, more] = narrow
      ? (['ArrowUp', 'ArrowDown'] as const)
      : (['ArrowLeft', 'ArrowRight'] as const);
    const places: Record<string, number> = {
      [less]: split - 3,
      [more]: split + 3,
      Home: LEAST_SPLIT,
      End: MOST_SPLIT,
    };
    const place = places[event.key];
    if (place === undefined) return;
    onSplit(boundedSplit(place));
    event.preventDefault();
    event.stopPropagation();
  };
  const drag = (event: PointerEvent): void => {
    const bounds = box.current?.getBoundingClientRect();
    if (!dragging.current || !bounds) return;
    const share = narrow
      ? (event.clientY - bounds.top) / bounds.height
      : (event.clientX - bounds.left) / bounds.width;
    onSplit(boundedSplit(share * 100));
  };
  if (second === null) return <div class="split alone">{first}</div>;
  const tracks = `minmax(0, ${split}fr) 5px minmax(0, ${100 - split}fr)`;
  return (
    <div
      ref={box}
      class="split"
      style={narrow ? { gridTemplateRows: tracks } : { gridTemplateColumns: tracks }}
    >
      {first}
      <div
        class="splitter"
        role="separator"
        tabIndex={0}
        aria-label="Share of the table"
        aria-orientation={narrow ? 'horizontal' : 'vertical'}
        aria-valuenow={split}
        aria-valuemin={LEAST_SPLIT}
        aria-valuemax={MOST_SPLIT}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          dragging.current = true;
          event.currentTarget.setPointerCapture(event.pointerId);
          event.preventDefault();
        }}
        onPointerMove={drag}
        onPointerUp={() => (dragging.current = false)}
        onPointerCancel={() => (dragging.current = false)}
      />
      {second}
    </div>
  );
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const onChange = (): void => setMatches(list.matches);
    list.addEventListener('change', onChange);
    return () => list.removeEventListener('change', onChange);
  }, [query]);
  return matches;
}
