/** Where a reader looks: what stands in the middle, in the layout's pixels (`y` down), and screen pixels per pixel of the layout. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Below this, neither marks in nodes nor labels can be read. */
export const READABLE = 0.36;
/** Few nodes do not fill the whole picture. */
const MOST_FITTING = 1.3;
export const LEAST_SCALE = 0.01;
export const MOST_SCALE = 3;

/** Room that the outermost nodes and the label of the last one take beyond their middles, in pixels of the screen. */
const MARGIN = { left: 28, right: 110, top: 34, bottom: 30 };

/** A node this near to the edge of the picture is in sight, in pixels of the screen. */
const EDGE = 24;

/** How large nodes are drawn at a scale: from afar larger than the layout has them, as far as rows leave room. */
export function shrunk(scale: number): number {
  return scale >= 0.7 ? scale : Math.min(0.7, 1.4 * scale);
}

/** Shows all points, hardly larger than life. */
export function fitting(points: readonly Point[], size: Size): Camera {
  const [left, right] = extent(points.map(({ x }) => x));
  const [top, bottom] = extent(points.map(({ y }) => y));
  const width = Math.max(1, size.width - MARGIN.left - MARGIN.right);
  const height = Math.max(1, size.height - MARGIN.top - MARGIN.bottom);
  const scale = bounded(
    Math.min(MOST_FITTING, width / Math.max(1, right - left), height / Math.max(1, bottom - top)),
  );
  return {
    x: (left + right) / 2 + (MARGIN.right - MARGIN.left) / 2 / scale,
    y: (top + bottom) / 2 + (MARGIN.bottom - MARGIN.top) / 2 / scale,
    scale,
  };
}

/** Where to begin: everything where it can be read then, else the beginning as large as reading needs. */
export function starting(points: readonly Point[], size: Size): Camera {
  const all = fitting(points, size);
  const [first] = points;
  if (all.scale >= READABLE || !first) return all;
  return { x: first.x + (size.width / 2 - MARGIN.left) / READABLE, y: first.y, scale: READABLE };
}

/** Comes closer by a factor (below 1: goes away), the middle stays. */
export function zoomed({ x, y, scale }: Camera, factor: number): Camera {
  return { x, y, scale: bounded(scale * factor) };
}

/** Looks to the right and down by pixels of the screen. */
export function moved({ x, y, scale }: Camera, right: number, down: number): Camera {
  return { x: x + right / scale, y: y + down / scale, scale };
}

/** Moves no more than is needed to bring a point into sight. */
export function bringing(camera: Camera, point: Point, size: Size): Camera {
  const reachX = Math.max(0, size.width / 2 - EDGE) / camera.scale;
  const reachY = Math.max(0, size.height / 2 - EDGE) / camera.scale;
  return {
    x: clamp(camera.x, point.x - reachX, point.x + reachX),
    y: clamp(camera.y, point.y - reachY, point.y + reachY),
    scale: camera.scale,
  };
}

function bounded(scale: number): number {
  return clamp(scale, LEAST_SCALE, MOST_SCALE);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function extent(values: readonly number[]): readonly [number, number] {
  return values.reduce(
    ([least, most], value): readonly [number, number] => [Math.min(least, value), Math.max(most, value)],
    [values[0] ?? 0, values[0] ?? 0],
  );
}
