import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ByteSource } from '../../../../core/containers/byte-source';
import { memorySource } from '../../../../core/containers/memory-source';
import { openPacked } from '../../../../core/containers/packed/open-packed';
import { unpack } from '../../../../core/containers/packed/unpack';
import { Xxh64 } from '../../../../core/containers/packed/xxh64';
import { openRolloutSource } from '../../../../core/rollouts/open';
import { fixtureBytes } from '../rows/counting';
import { zipOf } from './zip';

const TEXT = Array.from({ length: 400 }, (_, i) => `{"id": ${i}, "word": "w${(i * 7919) % 1000}"}\n`).join(
  '',
);

async function textOf(source: ByteSource): Promise<string> {
  return Buffer.from(await source.read(0, source.size)).toString('utf8');
}

async function gunzipped(...parts: Buffer[]): Promise<{ text: string; torn: string | undefined }> {
  const source = await unpack(memorySource('a', Buffer.concat(parts)), 'gzip', 'a');
  return { text: await textOf(source), torn: source.torn };
}

const packed = gzipSync(TEXT);

describe('gzip', () => {
  it.each([
    ['garbage', Buffer.from('garbage'), ''],
    ['what begins like a member', Buffer.from([0x1f, 0x8b, 0x09, 1, 2]), ''],
    ['zeros and garbage', Buffer.from([0, 0, 0, 7, 7]), ''],
  ])('loses nothing before %s, and tells it', async (_, junk) => {
    const { text, torn } = await gunzipped(packed, junk);
    expect(text).toBe(TEXT);
    const at =
      packed.length +
      Math.max(
        0,
        junk.findIndex((byte) => byte !== 0),
      );
    expect(torn).toContain(`its end is at byte ${at}, and what follows is no gzip`);
  });

  it('takes zeros behind the end for padding, and reads every member', async () => {
    expect(await gunzipped(packed, Buffer.alloc(512))).toEqual({ text: TEXT, torn: undefined });
    expect(await gunzipped(packed, gzipSync(''), packed)).toEqual({ text: TEXT + TEXT, torn: undefined });
  });

  it('reads headers with every part that there may be', async () => {
    // Flags: FHCRC, FEXTRA, FNAME, FCOMMENT (RFC 1952, 2.3.1).
    const header = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3, 3, 0, 9, 9, 9]),
      Buffer.from('name\0comment\0xx', 'latin1'),
    ]);
    const body = deflateRawSync('whole');
    const trailer = packedTrailer('whole');
    expect(await gunzipped(header, body, trailer)).toEqual({ text: 'whole', torn: undefined });
    expect((await gunzipped(header.subarray(0, 20))).torn).toMatch(/is cut off after 20 bytes/);
  });

  it('compares the checksum of every member', async () => {
    const wrong = Buffer.from(packed);
    wrong[wrong.length - 6] = (wrong[wrong.length - 6] ?? 0) ^ 1;
    const { text, torn } = await gunzipped(packed, wrong, packed);
    expect(text).toBe(TEXT + TEXT + TEXT);
    expect(torn).toContain(`the part of it from byte ${packed.length} on has another checksum`);
  });

  it('keeps all that stands before a damage in a member', async () => {
    // Three stored blocks: the length of the third no longer fits its complement.
    const stored = (text: string, last: number): Buffer => {
      const head = Buffer.from([last, text.length & 255, text.length >> 8, 0, 0]);
      head.writeUInt16LE(~text.length & 0xffff, 3);
      return Buffer.concat([head, Buffer.from(text)]);
    };
    const broken = stored('third', 1);
    broken[1] = 99;
    const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
    const { text, torn } = await gunzipped(header, stored('first,', 0), stored('second,', 0), broken);
    expect(text).toBe('first,second,');
    expect(torn).toContain('invalid stored block lengths');
  });
});

/** CRC-32 and length, as `gzip` writes them behind a member. */
function packedTrailer(text: string): Buffer {
  return gzipSync(text).subarray(-8);
}

describe('XXH64', () => {
  // Low halves: the checksums that `zstd --check` 1.5 writes behind the bytes (i * 31 + i // 7) & 255.
  it.each([
    [0, 1373170073],
    [1, 3674548072],
    [3, 3836954266],
    [4, 1808903824],
    [7, 442170523],
    [8, 4064151],
    [12, 1569599830],
    [31, 4060197960],
    [32, 3999575556],
    [33, 779131930],
    [63, 10006466],
    [64, 1629272861],
    [100, 67482340],
    [1000, 841034935],
    [70000, 798765118],
  ])('of %d bytes', (length, low) => {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + Math.floor(i / 7)) & 255);
    const hash = new Xxh64();
    for (let at = 0; at < length; at += 13) hash.update(bytes.subarray(at, at + 13));
    expect(hash.digest()[1]).toBe(low);
    const whole = new Xxh64();
    whole.update(bytes);
    expect(whole.digest()[1]).toBe(low);
  });

  it('has the high half of the reference, for nothing and for `abc`', () => {
    expect(new Xxh64().digest()).toEqual([0xef46db37, 0x51d8e999]);
    const hash = new Xxh64();
    hash.update(Buffer.from('abc'));
    expect(hash.digest()).toEqual([0x44bc2cf5, 0xad770999]);
  });
});

describe('zstd', () => {
  const whole = fixtureBytes('two-frames.jsonl.zst');

  async function unpacked(bytes: Buffer): Promise<ByteSource> {
    return unpack(memorySource('a', bytes), 'zstd', 'a');
  }

  it('finds sound checksums in frames that are sound', async () => {
    expect((await unpacked(whole)).torn).toBeUndefined();
  });

  it('tells a checksum that is not that of the content', async () => {
    const wrong = Buffer.from(whole);
    wrong[wrong.length - 1] = (wrong[wrong.length - 1] ?? 0) ^ 1;
    const source = await unpacked(wrong);
    expect(source.torn).toMatch(/its zstd stream is damaged \(frame 1 of it has another checksum/);
    expect(source.size).toBe((await unpacked(whole)).size);
  });

  it('loses nothing before garbage, and passes over frames to be skipped', async () => {
    const skipped = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    const padded = await unpacked(Buffer.concat([skipped, whole, skipped]));
    expect([padded.size, padded.torn]).toEqual([(await unpacked(whole)).size, undefined]);
    const junk = await unpacked(Buffer.concat([whole, Buffer.from('garbage')]));
    expect(junk.size).toBe(padded.size);
    expect(junk.torn).toContain(`its end is at byte ${whole.length}, and what follows is no zstd`);
  });

  it('looks at the window of every frame', async () => {
    const wide = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 0, 0, 0, 0]);
    const source = await unpacked(Buffer.concat([whole, wide]));
    expect(source.torn).toMatch(/its zstd window is 2048 MB/);
  });
});

describe('ZIP', () => {
  const archive = (method: number, crc?: number): Buffer =>
    zipOf([{ name: 'a.jsonl', bytes: TEXT, method, ...(crc === undefined ? {} : { crc }) }]);

  it.each([0, 8])('compares the checksum of a member of method %d', async (method) => {
    const sound = await openPacked(memorySource('a.zip', archive(method)), null, null);
    expect([await textOf(sound), sound.torn]).toEqual([TEXT, undefined]);
    const wrong = await openPacked(memorySource('a.zip', archive(method, 1)), null, null);
    expect(await textOf(wrong)).toBe(TEXT);
    expect(wrong.torn).toMatch(/another checksum than the archive keeps/);
  });

  it('tells it of a log, beside its records', async () => {
    const lines =
      '{"input": "q", "output": "<answer>a</answer>", "gts": ["a"], "score": 1, "step": 3}\n'.repeat(3);
    const bytes = zipOf([{ name: 'step_3.jsonl', bytes: lines, crc: 1 }]);
    const file = await openRolloutSource('a', await openPacked(memorySource('a.zip', bytes), null, null));
    const said: string[] = [];
    let rollouts = 0;
    for await (const entry of file.entries()) {
      rollouts += entry.rollouts.length;
      if (entry.fault) said.push(entry.fault.message);
    }
    expect(rollouts).toBe(3);
    expect(said).toEqual([expect.stringMatching(/another checksum than the archive keeps of it/)]);
  });
});
