import { Damaged } from './damaged';

const MAGIC = 0x184d2204;

/**
 * Unpacks one LZ4 frame (https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md) into exactly `length` bytes;
 * checksums are not looked at. Blocks may refer to those before them. Throws {@link Damaged}, or a `RangeError`.
 */
export function unpackLz4Frame(bytes: Uint8Array, length: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(0, true) !== MAGIC) throw new Damaged('a buffer is no LZ4 frame');
  const flags = view.getUint8(4);
  if (flags >> 6 !== 1 || flags & 1) throw new Damaged('a buffer is an LZ4 frame of another kind');
  const output = new Uint8Array(length);
  let at = 7 + (flags & 8 ? 8 : 0);
  let filled = 0;
  for (;;) {
    const word = view.getUint32(at, true);
    if (word === 0) break;
    const size = word & 0x7fffffff;
    const block = bytes.subarray(at + 4, at + 4 + size);
    if (block.length < size) throw new Damaged('a packed buffer is cut off');
    if (word >>> 31) {
      output.set(block, filled);
      filled += size;
    } else filled = unpackBlock(block, output, filled);
    at += 4 + size + (flags & 16 ? 4 : 0);
  }
  if (filled !== length) throw new Damaged(`a buffer has ${filled} bytes instead of ${length}`);
  return output;
}

/** Unpacks a block behind what `output` already holds; the new end is returned. */
function unpackBlock(block: Uint8Array, output: Uint8Array, start: number): number {
  let at = 0;
  let end = start;
  const next = (): number => {
    const byte = block[at++];
    if (byte === undefined) throw new Damaged('a packed buffer is cut off');
    return byte;
  };
  const lengthOf = (short: number): number => {
    let length = short;
    if (short === 15)
      for (let byte = 255; byte === 255;) {
        byte = next();
        length += byte;
      }
    return length;
  };
  while (at < block.length) {
    const token = next();
    const literals = lengthOf(token >> 4);
    if (at + literals > block.length) throw new Damaged('a packed buffer is cut off');
    output.set(block.subarray(at, at + literals), end);
    at += literals;
    end += literals;
    // The last sequence is literals alone.
    if (at >= block.length) break;
    const offset = next() | (next() << 8);
    const length = 4 + lengthOf(token & 15);
    if (offset === 0 || offset > end || end + length > output.length)
      throw new Damaged('a packed buffer refers to bytes outside of it');
    if (offset >= length) output.copyWithin(end, end - offset, end - offset + length);
    else
      for (let copied = 0; copied < length; copied++)
        output[end + copied] = output[end + copied - offset] ?? 0;
    end += length;
  }
  return end;
}
