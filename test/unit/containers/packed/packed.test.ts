import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileSource, UnreadableFile } from '../../../../core/containers/file-source';
import { memorySource } from '../../../../core/containers/memory-source';
import { directories } from '../../../../core/containers/packed/directories';
import { PackedFault } from '../../../../core/containers/packed/packed-fault';
import { packingOf, unpackedName } from '../../../../core/containers/packed/packing';
import { unpack } from '../../../../core/containers/packed/unpack';
import { openRolloutFile } from '../../../../core/rollouts/open';
import { filesOf } from '../../../../core/rollouts/walk';
import { zipOf } from './zip';
import { cpuTime } from '../../cpu-time';

const record = (i: number): string =>
  `${JSON.stringify({ input: 'Question: who?', output: `<think>t${i}</think><answer>a${i}</answer>`, gts: ['a'], score: i % 2, step: 3 })}\n`;
const text = Array.from({ length: 300 }, (_, i) => record(i)).join('');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packed-test-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  directories.clear();
});

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

async function idsOf(path: string): Promise<{ ids: string[]; faults: string[]; container: string }> {
  const file = await openRolloutFile(path);
  const ids: string[] = [];
  const faults: string[] = [];
  for await (const entry of file.entries()) {
    ids.push(...entry.rollouts.map(({ id }) => id));
    if (entry.fault) faults.push(entry.fault.message);
  }
  await file.close();
  return { ids, faults, container: file.container.chosen.id };
}

async function allOf(path: string): Promise<string> {
  const source = await openFileSource(path);
  const bytes = await source.read(0, source.size);
  await source.close();
  return Buffer.from(bytes).toString('utf8');
}

describe('packed files', () => {
  it('are told by their first bytes', () => {
    expect(packingOf(gzipSync('x'))).toBe('gzip');
    expect(packingOf(zipOf([]))).toBe('zip');
    expect(packingOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))).toBe('zstd');
    expect(packingOf(Buffer.from([0x53, 0x2a, 0x4d, 0x18]))).toBe('zstd');
    expect(packingOf(Buffer.from('{"a":1}'))).toBeNull();
    expect(packingOf(new Uint8Array(0))).toBeNull();
  });

  it('go by the name that they have once unpacked', () => {
    expect(['a.jsonl.gz', 'a.JSONL.ZST', 'runs/.gz', 'a.gz.txt'].map(unpackedName)).toEqual([
      'a.jsonl',
      'a.JSONL',
      'runs/.gz',
      'a.gz.txt',
    ]);
  });

  it('reads a gzip of several members, whatever its name', async () => {
    const half = text.length / 2;
    const path = write(
      'several.jsonl',
      Buffer.concat([gzipSync(text.slice(0, half)), gzipSync(text.slice(half))]),
    );
    expect(await allOf(path)).toBe(text);
  });

  it('reads rollouts out of it, under the inner name', async () => {
    const { ids, faults, container } = await idsOf(write('step_3.jsonl.gz', gzipSync(text)));
    expect(container).toBe('verl-jsonl');
    expect(faults).toEqual([]);
    expect(ids).toHaveLength(300);
    expect(ids.at(-1)).toBe('step_3.jsonl#299');
  });

  it('keeps the records before a cut and names the fault', async () => {
    const packed = gzipSync(text);
    const { ids, faults } = await idsOf(write('cut.jsonl.gz', packed.subarray(0, packed.length >> 1)));
    expect(ids.length).toBeGreaterThan(50);
    expect(ids.length).toBeLessThan(300);
    expect(faults.at(-1)).toMatch(/^its gzip stream is cut off after \d+ bytes: .* is read$/);
  });

  it('keeps the records before a damage and names the fault', async () => {
    const packed = Buffer.concat([gzipSync(text), gzipSync(text, { level: 0 })]);
    // The header of the second member's first stored block: its length no longer fits its complement.
    const block = packed.length - gzipSync(text, { level: 0 }).length + 10;
    packed[block + 1] = (packed[block + 1] ?? 0) ^ 0xff;
    const { ids, faults } = await idsOf(write('damaged.jsonl.gz', packed));
    expect(ids.length).toBeGreaterThanOrEqual(290);
    expect(faults.at(-1)).toMatch(
      /its gzip stream is damaged at about byte \d+ \(invalid stored block lengths\)/,
    );
  });

  it('spools what is large to a file that leaves nothing behind', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('tracehop-'));
    const large = Buffer.from(text.repeat(20));
    const source = await unpack(memorySource('a', gzipSync(large)), 'gzip', 'a', {
      limits: { memory: 1000 },
    });
    const bytes = await source.read(0, source.size);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      createHash('sha256').update(large).digest('hex'),
    );
    expect(Buffer.from(await source.read(100, 50)).toString()).toBe(large.subarray(100, 150).toString());
    await source.close();
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('tracehop-'))).toEqual(before);
  });

  it('refuses a bomb, and what is larger than the limit', async () => {
    const zeros = memorySource('z', gzipSync(Buffer.alloc(8_000_000)));
    await expect(unpack(zeros, 'gzip', 'z', { limits: { suspicious: 1_000_000 } })).rejects.toThrow(
      /unpack to more than 400 times as many: that is a decompression bomb/,
    );
    await expect(unpack(zeros, 'gzip', 'z', { limits: { bytes: 1000 } })).rejects.toThrow(PackedFault);
  });

  it('stops when it is cancelled', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    await expect(
      unpack(memorySource('z', gzipSync(text)), 'gzip', 'z', { signal: stop.signal }),
    ).rejects.toThrow('stopped');
  });

  it('refuses a zstd window that would be held in memory', async () => {
    // Magic, descriptor 0 (window byte follows), window byte 0xa8: 2^(10 + 21) bytes.
    const frame = memorySource('w', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 0, 0, 0, 0]));
    await expect(unpack(frame, 'zstd', 'w')).rejects.toThrow(/its zstd window is 2048 MB/);
  });
});

describe('ZIP archives', () => {
  it('are like folders of their files', async () => {
    const path = write(
      'runs.zip',
      zipOf([
        { name: 'step_10.jsonl', bytes: text },
        { name: 'step_2.jsonl.gz', bytes: gzipSync(text), method: 0 },
        { name: '__MACOSX/x', bytes: '' },
        { name: 'sub/', bytes: '' },
        { name: '../up.jsonl', bytes: text },
      ]),
    );
    const files = await filesOf([path], (error) => expect.fail(error.message));
    expect(files.map(({ name }) => name)).toEqual([
      'runs.zip/../up.jsonl',
      'runs.zip/step_2.jsonl',
      'runs.zip/step_10.jsonl',
    ]);
    for (const file of files) expect(await allOf(file.path)).toBe(text);
    const walked = await filesOf([folder], (error) => expect.fail(error.message));
    expect(walked.map(({ name }) => name)).toContain('runs.zip/step_10.jsonl');
    expect((await idsOf(`${path}/step_10.jsonl`)).ids.at(-1)).toBe('step_10.jsonl#299');
  });

  it('say what is wrong with a path into them', async () => {
    const path = write(
      'two.zip',
      zipOf([
        { name: 'a/x.jsonl', bytes: text },
        { name: 'b.jsonl', bytes: text },
      ]),
    );
    await expect(openFileSource(path)).rejects.toThrow(
      /two\.zip: it is a ZIP archive of 2 files; name one of them, as in `two\.zip\/a\/x\.jsonl`/,
    );
    await expect(openFileSource(`${path}/x.jsonl`)).rejects.toThrow(
      /holds no `x\.jsonl`; did you mean `a\/x\.jsonl`\?/,
    );
    await expect(openFileSource(`${write('plain.txt', Buffer.from('x'))}/y`)).rejects.toThrow(
      /it is no ZIP archive/,
    );
    await expect(openFileSource(join(folder, 'no', 'where'))).rejects.toThrow(/no such file/);
  });

  it('open as the file that is alone in one', async () => {
    const path = write('one.zip', zipOf([{ name: 'logs/step_7.jsonl', bytes: text }]));
    expect((await idsOf(path)).ids[0]).toBe('step_7.jsonl#0');
  });

  it('say what they cannot unpack', async () => {
    const cases = [
      [{ name: 'a', bytes: 'x', method: 14 }, /packed with LZMA/],
      [{ name: 'a', bytes: 'x', method: 0, flags: 0x801 }, /is encrypted/],
    ] as const;
    for (const [member, message] of cases)
      await expect(openFileSource(write('bad.zip', zipOf([member])))).rejects.toThrow(message);
    const whole = zipOf([{ name: 'a', bytes: text }]);
    await expect(openFileSource(write('cut.zip', whole.subarray(0, whole.length - 30)))).rejects.toThrow(
      /whose directory, at its end, cannot be read/,
    );
    await expect(openFileSource(write('none.zip', zipOf([])))).rejects.toThrow(UnreadableFile);
  });

  it('list 5,000 files and open one of them without the others', async () => {
    const many = Array.from({ length: 5000 }, (_, i) => ({
      name: `step_${i}.jsonl`,
      bytes: record(i),
      method: 0,
    }));
    const path = write('many.zip', zipOf(many));
    const files = await filesOf([path], (error) => expect.fail(error.message));
    expect(files).toHaveLength(5000);
    const before = cpuTime();
    for (const i of [0, 4999, 2500]) expect(await allOf(files[i]?.path ?? '')).toBe(record(i));
    for (let i = 0; i < 200; i++) expect(await allOf(`${path}/step_${i}.jsonl`)).toBe(record(i));
    expect(cpuTime() - before).toBeLessThan(3000);
  });

  it('are left alone where they are no folders of logs', async () => {
    const checkpoint = write(
      'model.pt',
      zipOf([
        { name: 'archive/data.pkl', bytes: 'x' },
        { name: 'archive/data/0', bytes: 'y' },
      ]),
    );
    expect((await filesOf([checkpoint], () => undefined)).map(({ name }) => name)).toEqual(['model.pt']);
    const file = await openRolloutFile(checkpoint);
    expect(file.container.chosen.id).toBe('none');
    await file.close();
  });
});
