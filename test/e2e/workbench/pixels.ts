import type { Page } from 'playwright-core';

/** Pixels of one colour: how many, and where their middle is. */
interface Pixels {
  count: number;
  x: number;
  y: number;
}

/** The pixels of a PNG by colour, as `#rrggbb`. A browser decodes it, in a page of its own. */
export async function coloursOf(page: Page, png: Buffer): Promise<ReadonlyMap<string, Pixels>> {
  const other = await page.context().newPage();
  try {
    const found = await other.evaluate(async (encoded) => {
      const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const sums: Record<string, Pixels> = {};
      for (let at = 0; at < data.length; at += 4) {
        const colour = `#${[0, 1, 2].map((part) => (data[at + part] ?? 0).toString(16).padStart(2, '0')).join('')}`;
        const sum = (sums[colour] ??= { count: 0, x: 0, y: 0 });
        sum.count += 1;
        sum.x += (at / 4) % image.width;
        sum.y += Math.floor(at / 4 / image.width);
      }
      return sums;
    }, png.toString('base64'));
    return new Map(
      Object.entries(found).map(([colour, { count, x, y }]) => [
        colour,
        { count, x: x / count, y: y / count },
      ]),
    );
  } finally {
    await other.close();
  }
}
