import { useEffect, useRef, useState } from 'preact/hooks';
import type { RolloutGraphView } from '../../../core/protocol/graph';
import { messageOf } from '../../../core/message-of';
import { useTheme } from '../../base/theme';
import { bringing, fitting, moved, zoomed, type Camera } from './camera';
import { Drawing } from './drawing';
import { paletteOf } from './palette';
import { placesOf } from './places';
import { sceneOf, type Choice } from './scene';

interface CanvasProps {
  readonly view: RolloutGraphView;
  readonly choice: Choice;
  /** Where the reader looked last, or null for the beginning. */
  readonly camera: Camera | null;
  readonly onCamera: (camera: Camera) => void;
  readonly onSelect: (id: string | null) => void;
  readonly onOpen: (id: string) => void;
  readonly onHover: (id: string | null) => void;
}

/** Milliseconds without a move after which the camera is remembered. */
const STILL_MS = 250;
/** Pixels that an arrow key moves. */
const STEP = 60;
const ZOOM = 1.25;

const help = 'Arrow keys move, + and - zoom, 0 shows everything, Enter shows the chosen node in the rollout.';

/** The drawn graph. Where the machine cannot draw it, a sentence stands in its place: the list says the same. */
export function Canvas({ view, choice, camera, onCamera, onSelect, onOpen, onHover }: CanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const theme = useTheme();
  const last = useRef({ choice, camera, onCamera, onSelect, onOpen, onHover });
  last.current = { choice, camera, onCamera, onSelect, onOpen, onHover };

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    if (!hasWebGl()) {
      setFailed('This machine cannot draw the graph: WebGL 2 is missing or switched off.');
      return;
    }
    const scene = sceneOf(view);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = (now: Camera): void => {
      clearTimeout(timer);
      timer = setTimeout(() => last.current.onCamera(now), STILL_MS);
    };
    try {
      const made = new Drawing(
        element,
        scene,
        {
          choice: last.current.choice,
          palette: paletteOf(theme),
          font: theme.font,
          camera: last.current.camera,
        },
        { reduced: theme.reducedMotion || matchMedia('(prefers-reduced-motion: reduce)').matches },
        {
          onPick: (id) => {
            last.current.onSelect(id);
            if (id !== null) last.current.onOpen(id);
          },
          onHover: (id) => last.current.onHover(id),
          onCamera: remember,
        },
      );
      drawing.current = made;
      setFailed(null);
      return () => {
        clearTimeout(timer);
        drawing.current = null;
        made.dispose();
      };
    } catch (error) {
      setFailed(`The graph could not be drawn: ${messageOf(error)}`);
      return;
    }
    // Colours come by `show`; a theme with other motion is rare enough for a new drawing.
  }, [view, theme.reducedMotion]);

  useEffect(() => drawing.current?.show(choice, paletteOf(theme)), [view, choice, theme]);

  const { selected } = choice;
  useEffect(() => {
    const place = placesOf(view.layout).nodes.find(({ id }) => id === selected);
    const made = drawing.current;
    if (!place || !made) return;
    const there = bringing(made.view, place, made.size);
    if (there.x !== made.view.x || there.y !== made.view.y) void made.look(there);
  }, [view, selected]);

  const look = (next: (now: Camera, made: Drawing) => Camera): void => {
    const made = drawing.current;
    if (made) void made.look(next(made.view, made));
  };
  const shown = placesOf(view.layout).nodes.filter(({ id }) => choice.visible.has(id));
  const actions: Record<string, () => void> = {
    '+': () => look((now) => zoomed(now, ZOOM)),
    '=': () => look((now) => zoomed(now, ZOOM)),
    '-': () => look((now) => zoomed(now, 1 / ZOOM)),
    '0': () => look((_, made) => fitting(shown, made.size)),
    ArrowLeft: () => look((now) => moved(now, -STEP, 0)),
    ArrowRight: () => look((now) => moved(now, STEP, 0)),
    ArrowUp: () => look((now) => moved(now, 0, -STEP)),
    ArrowDown: () => look((now) => moved(now, 0, STEP)),
    Enter: () => {
      if (selected !== null) onOpen(selected);
    },
    Escape: () => onSelect(null),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
    if (!action) return;
    action();
    event.preventDefault();
  };

  return (
    <div class="drawing">
      {failed === null ? null : (
        <p class="undrawn" role="status">
          {failed} The list of nodes says the same.
        </p>
      )}
      <div
        ref={box}
        class="canvas"
        hidden={failed !== null}
        role="application"
        tabIndex={0}
        aria-label={`Graph. ${help}`}
        onKeyDown={onKeyDown}
      />
      {failed === null ? (
        <div class="zoom">
          <vscode-button
            appearance="secondary"
            aria-label="Zoom in"
            title="Zoom in (+)"
            onClick={actions['+']}
          >
            +
          </vscode-button>
          <vscode-button
            appearance="secondary"
            aria-label="Zoom out"
            title="Zoom out (-)"
            onClick={actions['-']}
          >
            −
          </vscode-button>
          <vscode-button appearance="secondary" title="Show everything (0)" onClick={actions['0']}>
            Fit
          </vscode-button>
        </div>
      ) : null}
    </div>
  );
}

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
