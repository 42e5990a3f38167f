import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';

/** Height of a row, in whole pixels: the letters of the theme decide. */
export function useRowHeight(): number {
  return useMemo(
    () => Math.max(20, Math.round(parseFloat(getComputedStyle(document.body).fontSize) * 1.8)),
    [],
  );
}

/** Size of what is in sight of the rows, below the head. */
export function useViewport(
  box: RefObject<HTMLDivElement | null>,
  rowHeight: number,
): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void =>
      setSize({ width: element.clientWidth, height: Math.max(0, element.clientHeight - rowHeight) });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, rowHeight]);
  return size;
}
