import { useEffect, useState } from 'preact/hooks';

/** Milliseconds between two announcements: a screen reader must get to the end of one. */
const PAUSE_MS = 1000;

let listener: ((text: string) => void) | undefined;

/** Has screen readers say something, politely. Too many at once become the last one. */
export function announce(text: string): void {
  listener?.(text);
}

/** The live region behind {@link announce}; a page has one. */
export function Announcer() {
  const [text, setText] = useState('');
  useEffect(() => {
    let last = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    listener = (next) => {
      clearTimeout(timer);
      const wait = Math.max(0, last + PAUSE_MS - performance.now());
      timer = setTimeout(() => {
        last = performance.now();
        setText(next);
      }, wait);
    };
    return () => {
      clearTimeout(timer);
      listener = undefined;
    };
  }, []);
  return (
    <div class="sr-only" role="status" aria-live="polite">
      {text}
    </div>
  );
}
