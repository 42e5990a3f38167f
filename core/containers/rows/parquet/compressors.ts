import type { Compressors } from 'hyparquet';
import { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors/src/lz4.js';
import { unzstd } from '../../packed/zstd-stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/**
 * Codecs of pages beside Snappy, which hyparquet has: gzip and Brotli by zlib, others in JavaScript. The length is what a
 * page claims.
 */
export const compressors: Compressors = {
  GZIP: (input, length) => gunzipSync(input, { maxOutputLength: Math.max(length, 1) }),
  BROTLI: (input, length) => brotliDecompressSync(input, { maxOutputLength: Math.max(length, 1) }),
  ZSTD: unzstd,
  // A page without values is a lone token, in which the library looks for a match.
  LZ4: (input, length) => (length === 0 ? new Uint8Array(0) : decompressLz4(input, length)),
  LZ4_RAW: (input, length) => (length === 0 ? new Uint8Array(0) : decompressLz4Raw(input, length)),
};
