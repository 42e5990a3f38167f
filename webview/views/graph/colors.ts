// Colours as `#rrggbb`.

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

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) || 0);
}
