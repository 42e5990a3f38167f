import { MultiDirectedGraph } from 'graphology';
import Sigma from 'sigma';
import { LEAST_SCALE, MOST_SCALE, shrunk, starting, type Camera, type Size } from './camera';
import { mixed } from './colors';
import { Overlay } from './overlay';
import type { Palette } from './palette';
import { primitives } from './primitives';
import { emphasised, type Choice, type Scene, type SceneEdge, type SceneNode } from './scene';

interface NodeAttributes {
  x: number;
  y: number;
  size: number;
  shape: string;
  color: string;
  ringColor: string;
  gapColor: string;
  ringWidth: number;
  opacity: number;
  visibility: 'visible' | 'hidden';
}

interface EdgeAttributes {
  size: number;
  color: string;
  head: string;
  lane: number;
  bend: number;
  gapFill: string;
  opacity: number;
  depth: 'edges' | 'topEdges';
  visibility: 'visible' | 'hidden';
}

export interface Listeners {
  /** The reader clicked a node, or beside all. */
  onPick(id: string | null): void;
  onHover(id: string | null): void;
  onCamera(camera: Camera): void;
}

export interface Motion {
  readonly reduced: boolean;
}

const MOVE_MS = 180;

/** A scene on a WebGL canvas, with its labels on another canvas above. Throws where there is no WebGL 2. */
export class Drawing {
  private readonly graph: MultiDirectedGraph<NodeAttributes, EdgeAttributes>;
  private readonly sigma: Sigma<NodeAttributes, EdgeAttributes>;
  private readonly overlay: Overlay;
  private readonly resizing: ResizeObserver;
  private camera: Camera;
  /** Whether the reader looked elsewhere; until then the whole picture is shown in whatever size there is. */
  private moved: boolean;
  private placing = false;
  private choice: Choice;
  private palette: Palette;

  constructor(
    private readonly container: HTMLElement,
    private readonly scene: Scene,
    begin: {
      readonly choice: Choice;
      readonly palette: Palette;
      readonly font: string;
      readonly camera: Camera | null;
    },
    private readonly motion: Motion,
    private readonly listeners: Listeners,
  ) {
    this.choice = begin.choice;
    this.palette = begin.palette;
    this.moved = begin.camera !== null;
    this.camera = begin.camera ?? this.start();
    this.graph = this.graphOf();
    const still = motion.reduced
      ? { inertiaDuration: 0, zoomDuration: 0, doubleClickZoomingDuration: 0 }
      : {};
    this.sigma = new Sigma<NodeAttributes, EdgeAttributes>(this.graph, container, {
      primitives: primitives(),
      styles: {
        nodes: attributesOf([
          'x',
          'y',
          'size',
          'shape',
          'color',
          'ringColor',
          'gapColor',
          'ringWidth',
          'opacity',
          'visibility',
        ]),
        edges: {
          ...attributesOf([
            'size',
            'color',
            'head',
            'lane',
            'bend',
            'gapFill',
            'opacity',
            'depth',
            'visibility',
          ]),
          path: 'route',
        },
      },
      settings: {
        // The layout is in pixels: scale 1 draws it as it is.
        autoRescale: false,
        itemSizesReference: 'positions',
        zoomToSizeRatioFunction: (ratio) => 1 / shrunk(1 / ratio),
        renderLabels: false,
        renderEdgeLabels: false,
        enableCameraRotation: false,
        minCameraRatio: 1 / MOST_SCALE,
        maxCameraRatio: 1 / LEAST_SCALE,
        minEdgeThickness: 1,
        allowInvalidContainer: true,
        ...still,
      },
    });
    this.overlay = new Overlay(container, begin.font);
    this.listen();
    this.place(this.camera);
    this.resizing = new ResizeObserver(() => {
      this.sigma.resize(true);
      this.sigma.refresh();
      this.place(this.moved ? this.camera : this.start());
    });
    this.resizing.observe(container);
  }

  get size(): Size {
    return sizeOf(this.container);
  }

  get view(): Camera {
    return this.camera;
  }

  /** What the reader sees, or the colours, are others from now on. */
  show(choice: Choice, palette: Palette): void {
    this.choice = choice;
    this.palette = palette;
    const strong = emphasised(this.scene, choice);
    this.graph.updateEachNodeAttributes((id) => this.nodeAttributes(this.nodeOf(id), strong));
    this.graph.updateEachEdgeAttributes((id, attributes) => {
      const edge = this.scene.edges[Number(id)];
      return edge ? this.edgeAttributes(edge, strong) : attributes;
    });
    this.sigma.refresh();
  }

  /** Looks elsewhere, on the way there unless the reader wants little motion. */
  async look(camera: Camera): Promise<void> {
    this.camera = camera;
    const state = this.stateOf(camera);
    if (this.motion.reduced) this.sigma.getCamera().setState(state);
    else await this.sigma.getCamera().animate(state, { duration: MOVE_MS });
  }

  dispose(): void {
    this.resizing.disconnect();
    this.sigma.kill();
    this.overlay.dispose();
  }

  private start(): Camera {
    const places = Array.from(this.scene.nodes.values(), ({ place }) => place);
    return starting(places, this.size);
  }

  private place(camera: Camera): void {
    this.placing = true;
    this.camera = camera;
    this.sigma.getCamera().setState(this.stateOf(camera));
    this.placing = false;
  }

  /** Sigma's camera looks at framed coordinates, `y` up, and its ratio is that of graph to screen. */
  private stateOf({ x, y, scale }: Camera): { x: number; y: number; ratio: number; angle: number } {
    return { ...this.sigma.graphToFramedGraph({ x, y: -y }), ratio: 1 / scale, angle: 0 };
  }

  private listen(): void {
    const { sigma, listeners } = this;
    sigma.getCamera().on('updated', ({ x, y, ratio }) => {
      if (this.placing) return;
      this.moved = true;
      const middle = sigma.framedGraphToGraph({ x, y });
      this.camera = { x: middle.x, y: -middle.y, scale: 1 / ratio };
      listeners.onCamera(this.camera);
    });
    sigma.on('clickNode', ({ node }) => listeners.onPick(node));
    sigma.on('clickStage', ({ event }) => listeners.onPick(this.overlay.labelAt(event.x, event.y)));
    sigma.on('enterNode', ({ node }) => listeners.onHover(node));
    sigma.on('leaveNode', () => listeners.onHover(null));
    sigma.on('afterRender', () => {
      this.overlay.draw(
        this.scene,
        this.choice,
        this.palette,
        (place) => sigma.graphToViewport({ x: place.x, y: -place.y }),
        1 / sigma.getCamera().ratio,
      );
    });
  }

  private graphOf(): MultiDirectedGraph<NodeAttributes, EdgeAttributes> {
    const graph = new MultiDirectedGraph<NodeAttributes, EdgeAttributes>();
    const strong = emphasised(this.scene, this.choice);
    for (const [id, node] of this.scene.nodes) graph.addNode(id, this.nodeAttributes(node, strong));
    this.scene.edges.forEach((edge, index) =>
      graph.addEdgeWithKey(String(index), edge.edge.from, edge.edge.to, this.edgeAttributes(edge, strong)),
    );
    return graph;
  }

  private nodeOf(id: string): SceneNode {
    const node = this.scene.nodes.get(id);
    if (!node) throw new Error(`the drawing holds a node ${id} that the scene does not`);
    return node;
  }

  private nodeAttributes(
    { node, place, size, shape, role, ring }: SceneNode,
    strong: ReadonlySet<string> | null,
  ): NodeAttributes {
    const { roles, background, faded } = this.palette;
    return {
      x: place.x,
      y: -place.y,
      size,
      shape,
      color: role === 'missing' ? background : roles[role],
      ringColor: ring === null ? background : roles[ring],
      gapColor: background,
      ringWidth: ring === null ? 0 : 0.16,
      opacity: strong === null || strong.has(node.id) ? 1 : faded,
      visibility: this.choice.visible.has(node.id) ? 'visible' : 'hidden',
    };
  }

  private edgeAttributes(scene: SceneEdge, strong: ReadonlySet<string> | null): EdgeAttributes {
    const { edge, from, to, route, role, width, arrow, dashed } = scene;
    const { roles, background, faded } = this.palette;
    const chosen = this.choice.hovered ?? this.choice.selected;
    const near = this.choice.matches === null && (edge.from === chosen || edge.to === chosen);
    const seen = this.choice.visible.has(edge.from) && this.choice.visible.has(edge.to);
    const way = to.place.x - from.place.x;
    // Where many lines lie over each other, those that explain little step back.
    const color = scene.strong || near ? roles[role] : mixed(roles[role], background, 0.85);
    return {
      size: near && width < 2 ? 2 : width,
      color,
      head: arrow ? 'arrow' : 'none',
      lane: way === 0 ? 0 : -(route.lane - from.place.y) / way,
      bend: route.bend,
      gapFill: dashed ? 'rgba(0, 0, 0, 0)' : color,
      opacity: strong === null || near ? 1 : faded,
      depth: scene.strong || near ? 'topEdges' : 'edges',
      visibility: seen ? 'visible' : 'hidden',
    };
  }
}

export function sizeOf(container: HTMLElement): Size {
  return { width: Math.max(1, container.clientWidth), height: Math.max(1, container.clientHeight) };
}

/** Styles that are read off attributes of the same name. */
function attributesOf(names: readonly string[]): Record<string, { attribute: string }> {
  return Object.fromEntries(names.map((name) => [name, { attribute: name }]));
}
