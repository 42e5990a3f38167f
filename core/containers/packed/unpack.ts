import type { ByteSource } from '../byte-source';
import { chunksFrom } from './chunks-from';
import { decoderFor, type Coding, type Decoder } from './decoders';
import { PackedFault } from './packed-fault';
import { Spool, SPOOL_MEMORY } from './spool';
import { checkWindow } from './zstd-window';

/** How much may come out of a packed file. */
export interface UnpackLimits {
  /** Bytes kept in memory; more go to a temporary file. */
  readonly memory: number;
  /** Most bytes that are unpacked. */
  readonly bytes: number;
  /** Most bytes that one packed byte may become, looked at once `suspicious` bytes have come out. */
  readonly ratio: number;
  readonly suspicious: number;
}

/** Logs pack to a tenth or a thirtieth, metrics to a hundredth; a bomb of zeros to a thousandth and less. */
const UNPACK_LIMITS: UnpackLimits = {
  memory: SPOOL_MEMORY,
  bytes: 256 * 1024 ** 3,
  ratio: 400,
  suspicious: 512 * 1024 ** 2,
};

/** Packed bytes that are unpacked at a time: at a bomb's ratio they become 16 MB. */
const STEP = 16 * 1024;

export interface UnpackOptions {
  readonly limits?: Partial<UnpackLimits>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Unpacks a stream into a source of its own, with flat memory. A stream that is cut off or damaged gives what stands
 * before, with `torn` saying so. Rejects with a {@link PackedFault} where a limit is reached or the disk is full, and
 * with the signal's reason.
 */
export async function unpack(
  source: ByteSource,
  coding: Coding,
  name: string,
  options: UnpackOptions = {},
): Promise<ByteSource> {
  const limits = { ...UNPACK_LIMITS, ...options.limits };
  const spool = new Spool(limits.memory);
  const decoder = decoderFor(coding);
  try {
    const torn = await pump(source, coding, decoder, spool, limits, options.signal);
    const unpacked = spool.finish(name);
    return torn === null ? unpacked : { ...unpacked, torn };
  } catch (error) {
    await spool.discard();
    throw error;
  } finally {
    decoder.close();
  }
}

/** Says why the stream ends before it should, or null. */
async function pump(
  source: ByteSource,
  coding: Coding,
  decoder: Decoder,
  spool: Spool,
  limits: UnpackLimits,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  let taken = 0;
  const take = async (pieces: readonly Uint8Array[]): Promise<void> => {
    for (const piece of pieces) {
      if (spool.size + piece.length > limits.bytes) throw tooMuch(limits);
      await spool.write(piece);
    }
    if (spool.size > limits.suspicious && spool.size > limits.ratio * taken) throw bomb(limits, taken);
  };
  for await (const chunk of chunksFrom(source, signal)) {
    if (coding === 'zstd' && taken === 0) checkWindow(chunk);
    for (let at = 0; at < chunk.length; at += STEP) {
      signal?.throwIfAborted();
      const step = chunk.subarray(at, at + STEP);
      const pieces = await settled(decoder.push(step));
      taken += step.length;
      if ('reason' in pieces) {
        await take(decoder.left());
        return damaged(coding, pieces.reason, taken, spool.size);
      }
      await take(pieces.value);
    }
  }
  const last = await settled(decoder.end());
  if ('reason' in last) {
    await take(decoder.left());
    return cutOff(coding, taken, spool.size);
  }
  await take(last.value);
  return null;
}

type Settled<T> = { readonly value: T } | { readonly reason: string };

function settled<T>(promise: Promise<T>): Promise<Settled<T>> {
  return promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ reason: error instanceof Error ? error.message : String(error) }),
  );
}

function cutOff(coding: Coding, taken: number, size: number): string {
  return `its ${coding} stream is cut off after ${taken} bytes: the writer was probably killed, or the copy is not complete; what stands in its first ${size} unpacked bytes is read`;
}

function damaged(coding: Coding, reason: string, taken: number, size: number): string {
  return `its ${coding} stream is damaged at about byte ${taken} (${reason}); what stands in its first ${size} unpacked bytes is read; copy it again from where it came`;
}

function tooMuch({ bytes }: UnpackLimits): PackedFault {
  return new PackedFault(
    `it unpacks to more than ${bytes} bytes, which is not read; unpack it to a disk yourself`,
  );
}

function bomb({ ratio }: UnpackLimits, taken: number): PackedFault {
  return new PackedFault(
    `its first ${taken} bytes unpack to more than ${ratio} times as many: that is a decompression bomb, no log; it is not read`,
  );
}
