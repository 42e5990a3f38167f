import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openFileSource } from '../../../../core/containers/file-source';
import { memorySource } from '../../../../core/containers/memory-source';
import { unpack } from '../../../../core/containers/packed/unpack';
import { fixture, fixtureBytes } from './counting';

/** What test/make/tables/make_tables.py packs. */
const LINES = Array.from(
  { length: 3000 },
  (_, i) =>
    `{"input": "Question: who?", "output": "<think>t${i}</think><answer>a${i}</answer>", "gts": ["a"], "score": ${i % 2}}\n`,
).join('');

const digest = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

describe('zstd', () => {
  it('reads frames one after the other', async () => {
    const source = await openFileSource(fixture('two-frames.jsonl.zst'));
    expect(source.name).toBe('two-frames.jsonl');
    expect(digest(await source.read(0, source.size))).toBe(digest(LINES));
    await source.close();
  });

  it('keeps what stands before a cut', async () => {
    const whole = fixtureBytes('two-frames.jsonl.zst');
    const cut = await unpack(memorySource('a', whole.subarray(0, whole.length - 10)), 'zstd', 'a');
    expect(cut.torn).toMatch(/^its zstd stream is cut off after \d+ bytes/);
    expect(cut.size).toBeGreaterThanOrEqual(100_000);
    const read = Buffer.from(await cut.read(0, cut.size)).toString();
    expect(LINES.startsWith(read)).toBe(true);
  });

  it('names a damage, and never hangs or throws something else', async () => {
    const whole = fixtureBytes('two-frames.jsonl.zst');
    // From the first block on: a damaged header may ask for any window.
    for (let at = 18; at < whole.length; at += 61) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 0x5a;
      const unpacked = await unpack(memorySource('a', bytes), 'zstd', 'a', { limits: { bytes: 50_000_000 } });
      await unpacked.close();
    }
  });
});
