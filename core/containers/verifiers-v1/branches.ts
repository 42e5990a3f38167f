import { isObject, type JsonObject } from '../fields/values';

/** A node of a trace, with its number in the file. */
export interface Node {
  readonly index: number;
  readonly source: JsonObject;
}

/** The path from a root to a leaf, root first. */
export type Branch = readonly Node[];

/** Most nodes that the branches of a trace may hold together: those of a wide, deep tree grow with its square. */
const MOST_STEPS = 200_000;

/**
 * Every path from a root to a leaf, in the order of their leaves. `wrong` is the first node whose parent is no node
 * before it (it is taken for a root), or null; `left` is how many leaves were too many.
 */
export function branchesOf(nodes: readonly unknown[]): {
  readonly branches: readonly Branch[];
  readonly wrong: number | null;
  readonly left: number;
} {
  const parents = nodes.map((node) => (isObject(node) ? node['parent'] : undefined));
  const known = (parent: unknown, index: number): parent is number =>
    typeof parent === 'number' && Number.isInteger(parent) && parent >= 0 && parent < index;
  const led = new Set<unknown>(parents.filter((parent, index) => known(parent, index)));
  const wrong = parents.findIndex(
    (parent, index) => parent !== undefined && parent !== null && !known(parent, index),
  );
  const branches: Branch[] = [];
  let steps = 0;
  let left = 0;
  for (let leaf = 0; leaf < nodes.length; leaf++) {
    if (led.has(leaf)) continue;
    if (steps >= MOST_STEPS) {
      left++;
      continue;
    }
    const branch: Node[] = [];
    for (let at: number | null = leaf; at !== null;) {
      const source = nodes[at];
      if (isObject(source)) branch.push({ index: at, source });
      const parent: unknown = parents[at];
      at = known(parent, at) ? parent : null;
      steps++;
    }
    branches.push(branch.reverse());
  }
  return { branches, wrong: wrong < 0 ? null : wrong, left };
}
