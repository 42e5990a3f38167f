// The package's index brings Brotli's dictionary and a WebAssembly Snappy with it, 110 KB that nothing here uses.
declare module 'hyparquet-compressors/src/lz4.js' {
  export function decompressLz4(input: Uint8Array, outputLength: number): Uint8Array;
  export function decompressLz4Raw(input: Uint8Array, outputLength: number): Uint8Array;
}
