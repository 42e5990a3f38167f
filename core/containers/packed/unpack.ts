import type { ByteSource } from '../byte-source';
import { chunksFrom } from './chunks-from';
import { crcWith } from './crc';
import { decoderFor, type Coding, type Decoder } from './decoders';
import { PackedFault } from './packed-fault';
import { salvaged } from './salvage';
import { Spool, SPOOL_MEMORY } from './spool';

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
  /** CRC-32 of what comes out, where an archive keeps it. */
  readonly crc?: number | undefined;
  /** True where nothing is of use that is not whole: what is torn is refused then. */
  readonly whole?: boolean;
}

/** Why a stream is not what was packed, and what of it is kept, of the bytes that came out. */
interface Tear {
  readonly why: string;
  readonly kept: (size: number) => string;
}

/**
 * Unpacks a stream into a source of its own, with flat memory. A stream that is cut off or damaged gives what stands
 * before, and one that unpacks to something else than was packed gives that, with `torn` saying so. Rejects with a
 * {@link PackedFault} where a limit is reached, the disk is full, or a stream is torn that is of use only `whole`; and with
 * the signal's reason.
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
    const torn = await pump(source, coding, decoder, spool, limits, options);
    if (torn !== null && options.whole === true)
      throw new PackedFault(`${torn.why}; copy it again from where it came`);
    const unpacked = spool.finish(name);
    return torn === null ? unpacked : { ...unpacked, torn: `${torn.why}; ${torn.kept(spool.size)}` };
  } catch (error) {
    await spool.discard();
    throw error;
  } finally {
    decoder.close();
  }
}

/** Says why the stream ends before it should or is not what was packed, or null. */
async function pump(
  source: ByteSource,
  coding: Coding,
  decoder: Decoder,
  spool: Spool,
  limits: UnpackLimits,
  { signal, crc }: UnpackOptions,
): Promise<Tear | null> {
  let taken = 0;
  let sum = 0;
  const take = async (pieces: readonly Uint8Array[]): Promise<void> => {
    for (const piece of pieces) {
      if (spool.size + piece.length > limits.bytes) throw tooMuch(limits);
      await spool.write(piece);
      if (crc !== undefined) sum = crcWith(sum, piece);
    }
    if (spool.size > limits.suspicious && spool.size > limits.ratio * taken) throw bomb(limits, taken);
  };
  for await (const chunk of chunksFrom(source, signal)) {
    for (let at = 0; at < chunk.length; at += STEP) {
      signal?.throwIfAborted();
      const step = chunk.subarray(at, at + STEP);
      const pieces = await settled(decoder.push(step));
      taken += step.length;
      if ('reason' in pieces) {
        await take(decoder.left());
        if (spool.size === 0 && pieces.reason instanceof PackedFault) throw pieces.reason;
        const refused = { from: taken - step.length, end: taken, step: STEP };
        if (coding !== 'zstd') await take([await salvaged(source, coding, refused, spool.size, signal)]);
        return damaged(coding, pieces.reason, taken);
      }
      await take(pieces.value);
    }
  }
  const last = await settled(decoder.end());
  if ('reason' in last) {
    await take(decoder.left());
    return cutOff(coding, taken);
  }
  await take(last.value);
  const wrong = decoder.wrong() ?? (crc === undefined || crc === sum ? null : OTHER_SUM);
  return wrong === null ? null : wronglyPacked(coding, wrong);
}

const OTHER_SUM = 'it has another checksum than the archive keeps of it';

type Settled<T> = { readonly value: T } | { readonly reason: Error };

function settled<T>(promise: Promise<T>): Promise<Settled<T>> {
  return promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ reason: error instanceof Error ? error : new Error(String(error)) }),
  );
}

function cutOff(coding: Coding, taken: number): Tear {
  const why = `its ${coding} stream is cut off after ${taken} bytes: the writer was probably killed, or the copy is not complete`;
  return { why, kept: (size) => `what stands in its first ${size} unpacked bytes is read` };
}

function wronglyPacked(coding: Coding, reason: string): Tear {
  return {
    why: `its ${coding} stream is damaged (${reason})`,
    kept: (size) =>
      `its ${size} unpacked bytes are read, and some of them may be wrong or missing; copy it again from where it came`,
  };
}

function damaged(coding: Coding, { message }: Error, taken: number): Tear {
  return {
    why: `its ${coding} stream is damaged at about byte ${taken} (${message})`,
    kept: (size) =>
      `what stands in its first ${size} unpacked bytes is read; copy it again from where it came`,
  };
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
