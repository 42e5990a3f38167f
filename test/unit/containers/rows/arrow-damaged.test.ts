import { describe, expect, it } from 'vitest';
import type { Span } from '../../../../core/containers/framing/framing';
import { memorySource } from '../../../../core/containers/memory-source';
import { arrow } from '../../../../core/containers/rows/arrow/arrow';
import { BadFormat } from '../../../../core/containers/rows/row-format';
import { fixtureBytes } from './counting';

interface Outcome {
  readonly refused: string | null;
  readonly rows: readonly (string | null)[];
  readonly problems: readonly string[];
}

/** What comes of reading all of a file; any failure but a `BadFormat` is thrown. */
async function outcomeOf(bytes: Uint8Array): Promise<Outcome> {
  const source = memorySource('t.arrow', bytes);
  const spans: Span[] = [];
  try {
    const framing = await arrow.framing(source, Buffer.alloc(0));
    for await (const batch of framing.spans(source)) spans.push(...batch);
  } catch (error) {
    if (!(error instanceof BadFormat)) throw error;
    return { refused: error.message, rows: [], problems: [] };
  }
  return {
    refused: null,
    rows: spans.map(({ bytes: row, problem }) => (problem === null ? Buffer.from(row).toString('utf8') : null)),
    problems: spans.flatMap(({ problem }) => problem ?? []),
  };
}

/** A file with one byte changed. */
function changed(bytes: Uint8Array, at: number, byte: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = byte;
  return copy;
}

const WHOLE = ['small-none.arrow', 'small-lz4.arrow', 'small-zstd.arrow'] as const;

describe('a damaged Arrow file', () => {
  it.each(WHOLE)('%s, cut anywhere, has its first rows or says what is wrong', async (name) => {
    const bytes = fixtureBytes(name);
    const { rows } = await outcomeOf(bytes);
    expect(rows).toHaveLength(2);
    const seen = new Set<number>();
    for (let length = 8; length < bytes.length; length += 16) {
      const cut = await outcomeOf(bytes.subarray(0, length));
      const read = cut.rows.filter((row) => row !== null);
      expect(read).toEqual(rows.slice(0, read.length));
      seen.add(read.length);
      // A stream that ends between two messages is whole.
      const between = name === 'small-none.arrow' && cut.problems.length === 0 && cut.refused === null;
      if (!between) expect([cut.refused ?? cut.problems.join()]).toEqual([expect.stringMatching(/cut off|ends/)]);
    }
    expect([...seen]).toEqual([0, 1, 2]);
  });

  it.each(WHOLE)('%s ends with rows or a reason, whichever byte is another', async (name) => {
    const bytes = fixtureBytes(name);
    let wrong = 0;
    for (let at = 0; at < bytes.length; at++)
      for (const flip of [0xff, 0x01, 0x80]) {
        const found = await outcomeOf(changed(bytes, at, (bytes[at] ?? 0) ^ flip));
        if (found.refused !== null || found.problems.length > 0) wrong++;
        for (const problem of found.problems) expect(problem).toMatch(/^rows? /);
      }
    expect(wrong).toBeGreaterThan(bytes.length / 4);
  });

  it('ends with rows or a reason for any type, too', async () => {
    const bytes = fixtureBytes('types-stream.arrow');
    for (let at = 0; at < bytes.length; at += 7) await outcomeOf(changed(bytes, at, (bytes[at] ?? 0) ^ 0xff));
  });
});
