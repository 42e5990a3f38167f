import type { Theme } from '../../base/theme';
import type { Role } from './looks';

/** What the canvas is painted with, each as `#rrggbb`. */
export interface Palette {
  readonly background: string;
  readonly text: string;
  readonly quiet: string;
  readonly focus: string;
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

/** Black or white, whichever can be read on a colour. */
export function inkOn(color: string): string {
  return luminance(color) > 0.18 ? '#000000' : '#ffffff';
}

/** Relative luminance as WCAG 2 defines it, from 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** A share (0 to 1) of one colour over another. */
export function mixed(over: string, under: string, share: number): string {
  const [above, below] = [channels(over), channels(under)];
  const mix = above.map((value, index) => Math.round(value * share + (below[index] ?? 0) * (1 - share)));
  return `#${mix.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
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

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) || 0);
}
