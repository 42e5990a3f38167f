// @ts-nocheck -- a page has other globals than the programs that this configuration checks
// What runs in the page of the Rollouts editor while it is measured: each function is sent there on its own.
/* global document, requestAnimationFrame */

/**
 * Resolves behind the frame in which rows of a file fill the table.
 * @param {string} name
 */
export function rowsDrawn(name) {
  const rows = [...document.querySelectorAll('.grid-row')];
  const own = rows.filter((row) => row.textContent?.includes(`${name}#`));
  if (own.length < 20) return false;
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))));
}

/**
 * Looks at every frame for a time: whether a row with its values stands at every height of the table.
 * @param {number} time
 * @returns {Promise<{ blank: number, gap: number, frames: number }>}
 */
export function watchFrames(time) {
  const grid = document.querySelector('[role="grid"]');
  const box = grid.getBoundingClientRect();
  const x = box.left + 100;
  const isFull = () => {
    for (let y = box.top + 40; y < box.bottom - 40; y += 20) {
      const row = document.elementFromPoint(x, y)?.closest('.grid-row');
      if (!row?.textContent?.includes('#')) return false;
    }
    return true;
  };
  const begun = performance.now();
  let [last, blank, gap, frames] = [begun, 0, 0, 0];
  /** @type {number | null} */
  let since = null;
  return new Promise((done) => {
    const look = (/** @type {number} */ now) => {
      frames++;
      gap = Math.max(gap, now - last);
      last = now;
      if (isFull()) since = null;
      else {
        since ??= now;
        blank = Math.max(blank, now - since);
      }
      if (now - begun < time) requestAnimationFrame(look);
      else done({ blank, gap, frames });
    };
    requestAnimationFrame(look);
  });
}
