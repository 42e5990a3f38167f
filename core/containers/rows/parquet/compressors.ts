import type { Compressors } from 'hyparquet';
import { decompressLz4, decompressLz4Raw, decompressZstd } from 'hyparquet-compressors';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** Codecs of pages beside Snappy, which hyparquet has: gzip and Brotli by zlib, others in JavaScript. The length is what a page claims. */
export const compressors: Compressors = {
  GZIP: (input, length) => gunzipSync(input, { maxOutputLength: Math.max(length, 1) }),
  BROTLI: (input, length) => brotliDecompressSync(input, { maxOutputLength: Math.max(length, 1) }),
  ZSTD: (input) => decompressZstd(input),
  LZ4: (input, length) => decompressLz4(input, length),
  LZ4_RAW: (input, length) => decompressLz4Raw(input, length),
};
