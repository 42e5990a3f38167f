/** A box on the screen, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The beginning of a text that fits into a width, with `…` where something is cut; empty where nothing fits. */
export function cut(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const characters = Array.from(text);
  let [fits, tooMany] = [0, characters.length];
  while (fits + 1 < tooMany) {
    const middle = (fits + tooMany) >> 1;
    if (measure(`${characters.slice(0, middle).join('').trimEnd()}…`) <= width) fits = middle;
    else tooMany = middle;
  }
  return fits === 0 ? '' : `${characters.slice(0, fits).join('').trimEnd()}…`;
}

/**
 * Those boxes, in order, that lie over none that was taken before; of those with the same name (other than null) the
 * first that fits.
 */
export function withoutOverlap<T extends { readonly box: Box }>(
  wanted: readonly T[],
  taken: readonly Box[] = [],
  nameOf: (item: T) => string | null = () => null,
): T[] {
  const cells = new Map<string, Box[]>();
  const put = (box: Box): void => {
    for (const cell of cellsOf(box)) {
      const known = cells.get(cell);
      if (known) known.push(box);
      else cells.set(cell, [box]);
    }
  };
  taken.forEach(put);
  const named = new Set<string>();
  return wanted.filter((item) => {
    const { box } = item;
    const name = nameOf(item);
    if (name !== null && named.has(name)) return false;
    if (cellsOf(box).some((cell) => cells.get(cell)?.some((other) => overlap(box, other)))) return false;
    put(box);
    if (name !== null) named.add(name);
    return true;
  });
}

/** The last box that holds a point, which is the one drawn on top. */
export function boxAt<T extends { readonly box: Box }>(
  boxes: readonly T[],
  x: number,
  y: number,
): T | undefined {
  return boxes.findLast(
    ({ box }) => x >= box.left && x <= box.left + box.width && y >= box.top && y <= box.top + box.height,
  );
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

/** Side of the squares by which boxes are found again, in pixels. */
const CELL = 64;

function cellsOf({ left, top, width, height }: Box): string[] {
  const found: string[] = [];
  for (let x = Math.floor(left / CELL); x <= Math.floor((left + width) / CELL); x++)
    for (let y = Math.floor(top / CELL); y <= Math.floor((top + height) / CELL); y++) found.push(`${x} ${y}`);
  return found;
}
