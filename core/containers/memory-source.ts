import type { ByteSource } from './byte-source';

/** Bytes already in memory (an unsaved document, a test) as a source. */
export function memorySource(name: string, content: string | Uint8Array): ByteSource {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  return {
    name,
    size: bytes.length,
    read: (offset, length) =>
      Promise.resolve(bytes.subarray(offset, Math.min(offset + length, bytes.length))),
    close: () => Promise.resolve(),
  };
}
