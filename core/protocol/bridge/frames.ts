import { LIMITS } from './limits';

/** Bytes before the payload: kind, flags, two reserved, channel (u32), offset (u64), big-endian. */
export const HEADER_BYTES = 16;

/** What the payload of a binary frame is. Uploads will be the next kind. */
export const FRAME_KINDS = { log: 1, file: 2 } as const;

export type FrameKind = keyof typeof FRAME_KINDS;

/** Flags of a binary frame. */
export const FLAGS = { last: 1, truncated: 2, replayed: 4 } as const;

/** Bytes of a file at an offset. */
export interface ChunkFrame {
  readonly kind: FrameKind;
  /** No frame of the channel follows. */
  readonly last: boolean;
  readonly truncated: boolean;
  /** Whether the bytes were there before the channel was opened. */
  readonly replayed: boolean;
  /** u32; bound to a job, a file and a generation by `chan.open`. */
  readonly channel: number;
  /** Offset of the first byte in the file. */
  readonly offset: bigint;
  readonly payload: Uint8Array;
}

/** Puts a frame together. Throws a RangeError for a channel or offset out of range, or too large a payload. */
export function encodeChunk(frame: ChunkFrame): Uint8Array {
  const { payload, channel, offset } = frame;
  if (payload.length > LIMITS.binary_frame) throw new RangeError(`payload of ${payload.length} bytes`);
  if (!Number.isInteger(channel) || channel < 0 || channel > 0xffff_ffff)
    throw new RangeError(`channel ${channel}`);
  if (offset < 0n || offset > 0xffff_ffff_ffff_ffffn) throw new RangeError(`offset ${offset}`);
  const bytes = new Uint8Array(HEADER_BYTES + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, FRAME_KINDS[frame.kind]);
  view.setUint8(
    1,
    (frame.last ? FLAGS.last : 0) |
      (frame.truncated ? FLAGS.truncated : 0) |
      (frame.replayed ? FLAGS.replayed : 0),
  );
  view.setUint32(4, channel);
  view.setBigUint64(8, offset);
  bytes.set(payload, HEADER_BYTES);
  return bytes;
}

/** Takes a frame apart; null for bytes that are none. The payload shares memory with `bytes`. Never throws. */
export function decodeChunk(bytes: Uint8Array): ChunkFrame | null {
  if (bytes.length < HEADER_BYTES || bytes.length > HEADER_BYTES + LIMITS.binary_frame) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const code = view.getUint8(0);
  const kind = (Object.keys(FRAME_KINDS) as FrameKind[]).find((name) => FRAME_KINDS[name] === code);
  if (!kind) return null;
  const flags = view.getUint8(1);
  return {
    kind,
    last: (flags & FLAGS.last) !== 0,
    truncated: (flags & FLAGS.truncated) !== 0,
    replayed: (flags & FLAGS.replayed) !== 0,
    channel: view.getUint32(4),
    offset: view.getBigUint64(8),
    payload: bytes.subarray(HEADER_BYTES),
  };
}
