import type { ByteSource } from '../../../core/containers/byte-source';
import { decode } from '../../../core/containers/framing/decode';
import type { Framing } from '../../../core/containers/framing/framing';
import { memorySource } from '../../../core/containers/memory-source';

/** A record as tests compare it. */
export interface Cut {
  readonly text: string;
  readonly byteStart: number;
  readonly byteEnd: number;
  readonly line: number;
  readonly character: number;
  readonly problem: string | null;
  readonly invalidByte: number | null;
  readonly key: string | null;
}

/** Cuts a source with chunks of a given size. */
export async function cut(
  framing: Framing,
  content: string | Uint8Array | ByteSource,
  chunkBytes = 1 << 20,
): Promise<Cut[]> {
  const source =
    typeof content === 'string' || content instanceof Uint8Array ? memorySource('x', content) : content;
  const cuts: Cut[] = [];
  for await (const batch of framing.spans(source, { chunkBytes })) {
    for (const span of batch) {
      const { text, invalidByte } = decode(span);
      const { byteStart, byteEnd, line, character = 0, problem, key = null } = span;
      cuts.push({ text, byteStart, byteEnd, line, character, problem, invalidByte, key });
    }
  }
  return cuts;
}

/** The texts alone. */
export async function texts(
  framing: Framing,
  content: string | Uint8Array,
  chunkBytes?: number,
): Promise<string[]> {
  return (await cut(framing, content, chunkBytes)).map(({ text }) => text);
}
