import type { Theme } from '../../base/theme';
import { mixed } from './colors';
import type { Role } from './looks';

/** What the canvas is painted with, each as `#rrggbb`. */
export interface Palette {
  readonly background: string;
  readonly text: string;
  readonly quiet: string;
  readonly focus: string;
  /** Opacity of what does not stand out: in high contrast it can still be read. */
  readonly faded: number;
  readonly roles: Readonly<Record<Role, string>>;
}

/** The theme's colours; in high contrast the lines are as strong as the text. */
export function paletteOf(theme: Theme): Palette {
  const background = solid(
    theme.color('--vscode-editor-background', '--vscode-editor-background'),
    '#000000',
  );
  const of = (
    variable: `--vscode-${string}`,
    fallback: `--vscode-${string}` = '--vscode-foreground',
  ): string => solid(theme.color(variable, fallback), background);
  const text = of('--vscode-foreground');
  return {
    background,
    text,
    quiet: theme.highContrast ? text : of('--vscode-descriptionForeground'),
    focus: of('--vscode-focusBorder'),
    faded: theme.highContrast ? 0.6 : 0.25,
    roles: {
      question: of('--vscode-charts-purple'),
      query: of('--vscode-charts-blue'),
      document: theme.highContrast ? text : mixed(text, background, 0.55),
      answer: of('--vscode-charts-purple'),
      right: of('--vscode-charts-green'),
      wrong: of('--vscode-charts-red'),
      missing: of('--vscode-charts-red'),
      gold: of('--vscode-charts-yellow'),
      line: theme.highContrast ? text : mixed(text, background, 0.5),
      led: of('--vscode-charts-orange'),
      support: of('--vscode-charts-green'),
    },
  };
}

/** Any colour of a style sheet, without what shines through it. */
function solid(color: string, under: string): string {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return under;
  context.fillStyle = color;
  // What a canvas gives back is `#rrggbb`, or `rgba(…)` where something shines through.
  const read = String(context.fillStyle);
  const parts = /^rgba\((\d+), (\d+), (\d+), ([\d.]+)\)$/.exec(read);
  if (!parts) return read;
  const opaque = `#${parts
    .slice(1, 4)
    .map((value) => Number(value).toString(16).padStart(2, '0'))
    .join('')}`;
  return mixed(opaque, under, Number(parts[4]));
}
