// Draws media/icon.png: a trail of hops that ends in what was looked for. `node scripts/draw-icon.mjs`
// @ts-check
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

const size = 128;
/** Samples a pixel and side, for smooth edges. */
const samples = 4;

/** @typedef {readonly [number, number, number]} Colour */
/** @typedef {{ colour: Colour, inside: (x: number, y: number) => boolean }} Shape */

const slate = /** @type {const} */ ([27, 38, 59]);
const line = /** @type {const} */ ([120, 144, 180]);
const stop = /** @type {const} */ ([224, 231, 241]);
const gold = /** @type {const} */ ([242, 183, 5]);

/** Shapes from back to front; x and y run from 0 to 128. */
/** @type {Shape[]} */
const shapes = [
  { colour: slate, inside: (x, y) => roundedSquare(x, y, 4, 26) },
  { colour: line, inside: (x, y) => arc(x, y, 40, 88, 18, 5) },
  { colour: line, inside: (x, y) => arc(x, y, 80, 88, 22, 5) },
  { colour: stop, inside: (x, y) => disc(x, y, 22, 88, 10) },
  { colour: stop, inside: (x, y) => disc(x, y, 58, 88, 10) },
  { colour: gold, inside: (x, y) => disc(x, y, 102, 88, 14) },
  { colour: slate, inside: (x, y) => disc(x, y, 102, 88, 6) },
  { colour: stop, inside: (x, y) => bar(x, y, 22, 30, 62) || bar(x, y, 22, 44, 44) },
  { colour: gold, inside: (x, y) => bar(x, y, 74, 44, 100) },
];

writeFileSync(new URL('../media/icon.png', import.meta.url), png(draw()));

/** @type {(x: number, y: number, cx: number, cy: number, r: number) => boolean} */
function disc(x, y, cx, cy, r) {
  return (x - cx) ** 2 + (y - cy) ** 2 <= r * r;
}

/** The upper half of a ring. @type {(x: number, y: number, cx: number, cy: number, r: number, width: number) => boolean} */
function arc(x, y, cx, cy, r, width) {
  return y <= cy && Math.abs(Math.hypot(x - cx, y - cy) - r) <= width / 2;
}

/** A line of writing. @type {(x: number, y: number, from: number, top: number, to: number) => boolean} */
function bar(x, y, from, top, to) {
  return x >= from && x <= to && y >= top && y <= top + 6;
}

/** @type {(x: number, y: number, margin: number, radius: number) => boolean} */
function roundedSquare(x, y, margin, radius) {
  const dx = Math.max(margin + radius - x, x - (size - margin - radius), 0);
  const dy = Math.max(margin + radius - y, y - (size - margin - radius), 0);
  return Math.hypot(dx, dy) <= radius;
}

/** The picture as rows of RGBA, each with the filter byte PNG wants before it. */
function draw() {
  const rows = Buffer.alloc(size * (1 + size * 4));
  for (let py = 0; py < size; py++) {
    for (let px = 0; px < size; px++) {
      let [r, g, b, a] = [0, 0, 0, 0];
      for (let i = 0; i < samples * samples; i++) {
        const x = px + ((i % samples) + 0.5) / samples;
        const y = py + (Math.floor(i / samples) + 0.5) / samples;
        const top = shapes.findLast(({ inside }) => inside(x, y));
        if (!top) continue;
        r += top.colour[0];
        g += top.colour[1];
        b += top.colour[2];
        a++;
      }
      const pixel = a ? [r / a, g / a, b / a, (a * 255) / samples ** 2] : [0, 0, 0, 0];
      pixel.forEach((value, i) => rows.writeUInt8(Math.round(value), py * (1 + size * 4) + 1 + px * 4 + i));
    }
  }
  return rows;
}

/** @param {Buffer} rows */
function png(rows) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @type {(type: string, data: Buffer) => Buffer} */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
