// @ts-nocheck -- a page has other globals than the programs that this configuration checks
// What runs in the page of the Rollouts editor while it is measured: each function is sent there on its own.
/* global document, requestAnimationFrame */

/** Whether this is the page of a table of rollouts. */
export function isTable() {
  return document.body?.dataset.view === 'rollouts';
}

/**
 * Resolves behind the frame in which rows of a file fill the table: when the page asked for its script, which is all that
 * VS Code had to do for it, and when the frame was over, in milliseconds since 1970. Null after a minute.
 * @param {string} name
 * @returns {Promise<{ handedOver: number, painted: number } | null>}
 */
export function rowsDrawn(name) {
  const { timeOrigin } = performance;
  const begun = performance.now();
  const isFull = () => {
    const rows = [...document.querySelectorAll('.grid-row')];
    return rows.filter((row) => row.textContent?.includes(`${name}#`)).length >= 20;
  };
  return new Promise((done) => {
    const look = () => {
      if (performance.now() - begun > 60_000) done(null);
      else if (!isFull()) requestAnimationFrame(look);
      else
        requestAnimationFrame(() => {
          const script = performance
            .getEntriesByType('resource')
            .find((each) => each.name.includes('/pages/'));
          done({ handedOver: timeOrigin + script.startTime, painted: timeOrigin + performance.now() });
        });
    };
    look();
  });
}

/**
 * Marks every frame for a time, for whoever records a trace: whether a row with its values stands at every height of the
 * table, and which row is the first.
 * @param {number} time
 * @returns {Promise<void>}
 */
export function markFrames(time) {
  const grid = document.querySelector('[role="grid"]');
  const box = grid.getBoundingClientRect();
  const x = box.left + 100;
  const rowAt = (y) => document.elementFromPoint(x, y)?.closest('.grid-row');
  const isFull = () => {
    for (let y = box.top + 40; y < box.bottom - 40; y += 20)
      if (!rowAt(y)?.textContent?.includes('#')) return false;
    return true;
  };
  const begun = performance.now();
  return new Promise((done) => {
    const look = (now) => {
      performance.mark(`tracehop ${isFull() ? 'rows' : 'blank'} ${rowAt(box.top + 60)?.id}`);
      if (now - begun < time) requestAnimationFrame(look);
      else done();
    };
    requestAnimationFrame(look);
  });
}
