import { betweenPairs } from '../../trace/text';

/** Which part of a long text tells most: its start, both its ends, or what stands around an offset. */
export type Keep = 'start' | 'ends' | { readonly around: number };

/** A text, and how many characters of the original are in it. */
export interface Shortened {
  readonly text: string;
  readonly shown: number;
}

/** At most so many UTF-16 units of a text, with a note for each stretch that is left out. Keeps pairs whole. */
export function shorten(text: string, units: number, keep: Keep): Shortened {
  if (text.length <= units) return { text, shown: text.length };
  const room = Math.max(0, Math.floor(units));
  if (keep === 'start') return joined(text, [[0, room]]);
  if (keep === 'ends') {
    const head = Math.ceil((room * 2) / 3);
    return joined(text, [
      [0, head],
      [text.length - (room - head), text.length],
    ]);
  }
  const first = Math.min(Math.max(0, keep.around - Math.floor(room / 3)), text.length - room);
  return joined(text, [[first, first + room]]);
}

/** Stretches of a text, in order, with notes between. */
function joined(text: string, stretches: readonly (readonly [start: number, end: number])[]): Shortened {
  const parts: string[] = [];
  let shown = 0;
  let at = 0;
  for (const [from, to] of stretches) {
    const start = betweenPairs(text, from, 1);
    const end = Math.max(start, betweenPairs(text, to, -1));
    if (start > at) parts.push(note(start - at));
    parts.push(text.slice(start, end));
    shown += end - start;
    at = end;
  }
  if (at < text.length) parts.push(note(text.length - at));
  return { text: parts.join(''), shown };
}

function note(units: number): string {
  return ` […${units} characters left out…] `;
}
