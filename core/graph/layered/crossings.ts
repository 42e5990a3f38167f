/** An edge between two layers, as the rows it joins: `left` in the layer further left. */
export interface Span {
  readonly leftLayer: number;
  readonly rightLayer: number;
  readonly left: number;
  readonly right: number;
}

/**
 * How many pairs of edges cross, counted among edges that join the same two layers. O(n log n): inversions of the right
 * ends when edges are sorted by their left ends.
 */
export function crossingsOf(spans: readonly Span[]): number {
  const byLayers = new Map<string, Span[]>();
  for (const span of spans) {
    const key = `${span.leftLayer}.${span.rightLayer}`;
    const known = byLayers.get(key);
    if (known) known.push(span);
    else byLayers.set(key, [span]);
  }
  return Array.from(byLayers.values()).reduce((sum, group) => sum + inversions(group), 0);
}

function inversions(spans: readonly Span[]): number {
  const sorted = [...spans].sort((a, b) => a.left - b.left || a.right - b.right);
  const size = sorted.reduce((most, { right }) => Math.max(most, right + 1), 0);
  const seen = new Counts(size);
  let crossings = 0;
  for (const [index, { right }] of sorted.entries()) {
    crossings += index - seen.upTo(right);
    seen.add(right);
  }
  return crossings;
}

/** Counts by number, with sums of all counts up to one: a binary indexed tree (Fenwick 1994). */
class Counts {
  private readonly tree: Int32Array;

  constructor(size: number) {
    this.tree = new Int32Array(size + 1);
  }

  add(number: number): void {
    for (let at = number + 1; at < this.tree.length; at += at & -at) this.tree[at] = (this.tree[at] ?? 0) + 1;
  }

  upTo(number: number): number {
    let sum = 0;
    for (let at = number + 1; at > 0; at -= at & -at) sum += this.tree[at] ?? 0;
    return sum;
  }
}
