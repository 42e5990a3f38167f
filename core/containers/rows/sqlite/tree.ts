import { BadFormat } from '../row-format';
import { treeStart, type Pages } from './pages';

/** A leaf page of a table and the number of its first row; one `problem` stands for the rows of a page that is damaged. */
export interface Leaf {
  readonly page: number;
  readonly start: number;
  readonly rows: number;
  readonly problem: string | null;
}

/** Types of b-tree pages that tables have (fileformat.html, 1.6). */
const INTERIOR = 5;
const LEAF = 13;

/** Most levels of a tree; SQLite itself refuses deeper ones. */
const DEEPEST = 20;

/** Pages whose headers are read at the same time. */
const AT_ONCE = 64;

/** A page below the root: not looked at yet, a leaf with its rows, or a damaged one. */
interface Node {
  readonly page: number;
  readonly rows: number | null;
  readonly problem: string | null;
}

/**
 * Finds the leaves of a table in order, by its interior pages and the first bytes of its leaves. `seen` holds the pages
 * of all trees read so far: none may stand twice. Damaged pages become leaves with a problem.
 */
export async function leavesOf(
  pages: Pages,
  root: number,
  seen: Set<number>,
  signal?: AbortSignal,
): Promise<Leaf[]> {
  let level: readonly Node[] = [{ page: root, rows: null, problem: null }];
  for (let depth = 0; level.some(({ rows }) => rows === null); depth++) {
    const next: Node[] = [];
    for (let at = 0; at < level.length; at += AT_ONCE) {
      signal?.throwIfAborted();
      const found = await Promise.all(
        level.slice(at, at + AT_ONCE).map((node) => below(pages, node, depth, seen)),
      );
      for (const nodes of found) next.push(...nodes);
    }
    level = next;
  }
  return numbered(level);
}

function numbered(level: readonly Node[]): Leaf[] {
  const leaves: Leaf[] = [];
  let start = 0;
  for (const { page, rows, problem } of level) {
    // A file that is cut off has lost many pages in a row: said once.
    if (!rows || (problem !== null && (leaves.at(-1)?.problem ?? null) !== null)) continue;
    leaves.push({ page, start, rows, problem });
    start += rows;
  }
  return leaves;
}

async function below(pages: Pages, node: Node, depth: number, seen: Set<number>): Promise<Node[]> {
  if (node.rows !== null) return [node];
  const { page } = node;
  try {
    if (seen.has(page)) throw new BadFormat(`page ${page} stands in it twice`);
    if (depth > DEEPEST) throw new BadFormat(`its tree has more than ${DEEPEST} levels`);
    seen.add(page);
    const head = await pages.head(page);
    const type = head.readUInt8(0);
    const cells = head.readUInt16BE(3);
    // A cell takes four bytes and a pointer of two.
    if (cells > pages.header.usable / 6) throw new BadFormat(`page ${page} cannot have ${cells} cells`);
    if (type === LEAF) return [{ page, rows: cells, problem: null }];
    if (type !== INTERIOR) throw new BadFormat(`page ${page} is no page of a table`);
    const children = childrenOf(await pages.read(page), treeStart(page), cells, pages.header.usable);
    return [...children, head.readUInt32BE(8)].map((child) => ({ page: child, rows: null, problem: null }));
  } catch (error) {
    if (error instanceof BadFormat) return [{ page, rows: 1, problem: error.message }];
    throw error;
  }
}

function childrenOf(bytes: Buffer, at: number, cells: number, usable: number): number[] {
  const children: number[] = [];
  for (let cell = 0; cell < cells; cell++) {
    const start = bytes.readUInt16BE(at + 12 + 2 * cell);
    if (start + 4 > usable) throw new BadFormat('an interior page of it is damaged');
    children.push(bytes.readUInt32BE(start));
  }
  return children;
}
