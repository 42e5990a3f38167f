import { shrunk } from './camera';
import { inkOn } from './colors';
import { boxAt, cut, withoutOverlap, type Box } from './labels';
import type { Palette } from './palette';
import { heightAt } from './routes';
import { emphasised, type Choice, type Scene, type SceneEdge, type SceneNode } from './scene';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Label {
  /** The node that it names; null for an edge's. */
  readonly id: string | null;
  /** Of labels with the same name one is written. */
  readonly name: string;
  readonly text: string;
  readonly box: Box;
  readonly color: string;
  readonly font: string;
  readonly faded: boolean;
}

/** Pixels of the screen. */
const FONT = 12;
const MOST_FONT = 16;
/** Height of a line of text, as a multiple of its size. */
const LINE = 1.2;
/** A label that is cut shorter says nothing. */
const LEAST_WIDTH = 50;
/** Left free before the next layer, in the layout's pixels: half a node, and air. */
const NEXT = 22;
const MOST_WIDTH = 460;
/** Room for the label of a node with nothing to its right, also where it is cut by the end of the canvas. */
const LEAST_ROOM = 90;
/** Share of a diamond, circle or hexagon that a label must not meet: corners may touch. */
const CORNERS = 0.7;
/** Where on an edge its words stand, the first that is free: shares of its way. */
const SHARES = [0.5, 0.65, 0.8, 0.3];
/** Between a node and the frame of the chosen one. */
const FRAME = 5;
/** From afar edges have no words, and documents none that do not stand out: they would hide the edges. */
const LEAST_SCALE_OF_WORDS = 0.5;
/** Below this half width a node is too small for a mark. */
const LEAST_MARK = 6.5;

/** The canvas with what is written: labels, marks in nodes, and the frame around the chosen node. */
export class Overlay {
  private readonly canvas = document.createElement('canvas');
  private readonly context: CanvasRenderingContext2D;
  private labels: readonly Label[] = [];

  constructor(
    private readonly container: HTMLElement,
    private readonly font: string,
  ) {
    const context = this.canvas.getContext('2d');
    if (!context) throw new Error('this machine draws no canvas');
    this.context = context;
    this.canvas.className = 'overlay';
    this.canvas.setAttribute('aria-hidden', 'true');
    container.append(this.canvas);
  }

  /** The node whose label stands at a point. */
  labelAt(x: number, y: number): string | null {
    return (
      boxAt(
        this.labels.filter(({ id }) => id !== null),
        x,
        y,
      )?.id ?? null
    );
  }

  draw(
    scene: Scene,
    choice: Choice,
    palette: Palette,
    toScreen: (place: Point) => Point,
    scale: number,
  ): void {
    const { context, canvas } = this;
    const { clientWidth: width, clientHeight: height } = this.container;
    const ratio = window.devicePixelRatio;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    const strong = emphasised(scene, choice);
    const isFaded = (id: string): boolean => strong !== null && !strong.has(id);
    const inSight = ({ x, y }: Point): boolean => x > -40 && x < width + 40 && y > -40 && y < height + 40;
    const nodes = Array.from(scene.nodes.values())
      .filter(({ node }) => choice.visible.has(node.id))
      .map((node) => ({ node, at: toScreen(node.place) }))
      .filter(({ at }) => inSight(at));
    for (const { node, at } of nodes) this.mark(node, at, scale, palette, isFaded(node.node.id));
    const taken = nodes.map(({ node, at }) =>
      around(
        at,
        node.size * shrunk(scale) * (node.shape === 'square' ? 1 : CORNERS) +
          (node.node.id === choice.selected ? FRAME : 0),
      ),
    );
    const wanted = nodes
      .sort((one, other) => urgency(one.node, choice) - urgency(other.node, choice))
      .filter(({ node }) => scale >= LEAST_SCALE_OF_WORDS || isNamedFromAfar(node, strong))
      .flatMap(({ node, at }) =>
        this.labelOf(
          node,
          at,
          scale,
          width,
          palette,
          isFaded(node.node.id),
          node.node.id === choice.selected,
        ),
      );
    const edges =
      scale < LEAST_SCALE_OF_WORDS
        ? []
        : scene.edges.flatMap((edge) => this.edgeLabel(edge, choice, palette, toScreen));
    this.labels = withoutOverlap([...wanted, ...edges], taken, ({ name }) => name);
    for (const label of this.labels) this.write(label, palette);
    for (const { node, at } of nodes)
      if (node.node.id === choice.selected || node.node.id === choice.hovered)
        this.frame(at, node.size * shrunk(scale), palette, node.node.id === choice.selected);
  }

  dispose(): void {
    this.canvas.remove();
  }

  private mark(
    { mark, size, role, ring }: SceneNode,
    at: Point,
    scale: number,
    palette: Palette,
    faded: boolean,
  ): void {
    const { context } = this;
    const half = size * shrunk(scale);
    if (half < LEAST_MARK) return;
    const fill = role === 'missing' ? palette.background : palette.roles[role];
    context.globalAlpha = faded ? palette.faded + 0.1 : 1;
    context.fillStyle = role === 'missing' ? palette.roles.missing : inkOn(fill);
    context.font = `600 ${Math.min(15, half * (mark.length > 2 || ring === 'gold' ? 0.8 : 1.05))}px ${this.font}`;
    context.textAlign = 'center';
    context.fillText(mark, at.x, at.y + 0.5);
    context.globalAlpha = 1;
  }

  private frame({ x, y }: Point, size: number, { focus, background }: Palette, selected: boolean): void {
    const { context } = this;
    const half = size + FRAME;
    context.setLineDash(selected ? [] : [3, 3]);
    for (const [color, width] of [
      [background, 5],
      [focus, 2.5],
    ] as const) {
      context.strokeStyle = color;
      context.lineWidth = width;
      context.beginPath();
      context.roundRect(x - half, y - half, 2 * half, 2 * half, 6);
      context.stroke();
    }
    context.setLineDash([]);
  }

  private labelOf(
    scene: SceneNode,
    at: Point,
    scale: number,
    screen: number,
    palette: Palette,
    faded: boolean,
    isChosen: boolean,
  ): Label[] {
    const { node, size, label: text } = scene;
    const half = size * shrunk(scale);
    const letters = Math.min(MOST_FONT, Math.max(FONT, FONT * scale));
    const line = letters * LINE;
    const font = `${node.kind === 'document' ? '' : '600 '}${letters}px ${this.font}`;
    this.context.font = font;
    const label = (left: number, middle: number, most: number): Label[] => {
      const width = Math.min(MOST_WIDTH, most);
      const cutText = cut(text, width, this.measure);
      if (cutText === '' || (cutText !== text && width < LEAST_WIDTH)) return [];
      const box = { left, top: middle - line / 2, width: this.measure(cutText), height: line };
      return [{ id: node.id, name: node.id, text: cutText, box, color: palette.text, font, faded }];
    };
    const beside = at.x + half + 6 + (isChosen ? FRAME : 0);
    const upTo = (distance: number): number =>
      distance === Infinity
        ? Math.max(LEAST_ROOM, screen - beside - 6)
        : distance * scale - half - 6 - NEXT * shrunk(scale);
    // As far as the row is free; where that meets other labels, as far as the next layer.
    const ends = [...label(beside, at.y, upTo(scene.room)), ...label(beside, at.y, upTo(scene.toNext))];
    if (node.kind !== 'question') return ends;
    const above = at.y - half - line;
    return [
      ...label(at.x - half, above, MOST_WIDTH),
      ...label(at.x - half, above, 2 * scene.toNext * scale),
      ...ends,
    ];
  }

  /** Words on an edge that explains something, or that the chosen node has, in some places on its way. */
  private edgeLabel(
    { edge, from, to, route, strong }: SceneEdge,
    { visible, selected, hovered, matches }: Choice,
    palette: Palette,
    toScreen: (place: Point) => Point,
  ): Label[] {
    const chosen = hovered ?? selected;
    const near = chosen === edge.from || chosen === edge.to;
    if (!(strong || near) || !visible.has(edge.from) || !visible.has(edge.to)) return [];
    const font = `italic ${FONT - 1}px ${this.font}`;
    this.context.font = font;
    const text = cut(edge.label, 150, this.measure);
    const width = this.measure(text);
    const faded = matches !== null || (chosen !== null && !near);
    return SHARES.map((share) => {
      const at = toScreen({
        x: from.place.x + (to.place.x - from.place.x) * share,
        y: heightAt(route, from.place.y, to.place.y, share),
      });
      const box = { left: at.x - width / 2, top: at.y - (FONT * LINE) / 2, width, height: FONT * LINE };
      return { id: null, name: edge.id, text, box, color: palette.text, font, faded };
    });
  }

  private write({ text, box, color, font, faded }: Label, { background, faded: shade }: Palette): void {
    const { context } = this;
    context.font = font;
    context.textAlign = 'left';
    const [x, y] = [box.left, box.top + box.height / 2];
    // What passes behind is interrupted, else it would strike the words through.
    context.globalAlpha = 0.9;
    context.fillStyle = background;
    context.fillRect(box.left - 2, box.top, box.width + 4, box.height);
    context.globalAlpha = faded ? shade + 0.2 : 1;
    context.fillStyle = color;
    context.fillText(text, x, y);
    context.globalAlpha = 1;
  }

  private readonly measure = (text: string): number => this.context.measureText(text).width;
}

function around({ x, y }: Point, half: number): Box {
  return { left: x - half, top: y - half, width: 2 * half, height: 2 * half };
}

/** Which labels are placed first: what is chosen, then what every reader asks for. */
function urgency({ node }: SceneNode, { selected, hovered, matches }: Choice): number {
  if (node.id === hovered || node.id === selected) return 0;
  if (matches?.has(node.id)) return 1;
  switch (node.kind) {
    case 'question':
    case 'answer':
      return 2;
    case 'query':
      return 3;
    case 'document':
      return (node.gold ? 4 : 5) + Math.min(node.rank, 1000) / 1001;
  }
}

function isNamedFromAfar({ node }: SceneNode, strong: ReadonlySet<string> | null): boolean {
  return node.kind !== 'document' || (strong === null ? node.gold : strong.has(node.id));
}
