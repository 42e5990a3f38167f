import type { Page } from 'playwright-core';

/** How many pixels of a PNG have each colour, as `#rrggbb`. A browser decodes it, in a page of its own. */
export async function coloursOf(page: Page, png: Buffer): Promise<ReadonlyMap<string, number>> {
  const other = await page.context().newPage();
  try {
    const counts = await other.evaluate(async (encoded) => {
      const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const found: Record<string, number> = {};
      for (let at = 0; at < data.length; at += 4) {
        const colour = `#${[0, 1, 2].map((part) => (data[at + part] ?? 0).toString(16).padStart(2, '0')).join('')}`;
        found[colour] = (found[colour] ?? 0) + 1;
      }
      return found;
    }, png.toString('base64'));
    return new Map(Object.entries(counts));
  } finally {
    await other.close();
  }
}
