import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../../core/containers/memory-source';
import { openRolloutFile, openRolloutSource } from '../../../../core/rollouts/open';
import type { RolloutFile } from '../../../../core/rollouts/rollout-file';
import type { Rollout } from '../../../../core/trace/model';
import { zipOf } from '../packed/zip';
import { countingSource, fixture } from './counting';

async function rolloutsOf(file: RolloutFile): Promise<{ rollouts: Rollout[]; faults: string[] }> {
  const rollouts: Rollout[] = [];
  const faults: string[] = [];
  for await (const entry of file.entries()) {
    rollouts.push(...entry.rollouts);
    if (entry.fault) faults.push(entry.fault.message);
  }
  return { rollouts, faults };
}

/** The text of the sample in make_tables.py, rendered by hand. */
const TEXT = [
  '<|im_start|>user\nWhich river crosses Zorvia?<|im_end|>\n',
  '<|im_start|>assistant\n<think>\nlook\n</think>\n\nI search.\n<tool_call>\n{"name":"search","arguments":{"query":"Zorvia river"}}\n</tool_call><|im_end|>\n',
  '<|im_start|>tool\nZorvia lies on the Melka.<|im_end|>\n',
  '<|im_start|>assistant\nMelka',
].join('');

function sample(id: number, pad = ''): string {
  const messages = [
    { role: 'user', content: 'Which river crosses Zorvia?' },
    { role: 'assistant', content: `Melka${pad}` },
  ];
  return JSON.stringify({
    id,
    epoch: 1,
    input: 'Which river crosses Zorvia?',
    target: 'Melka',
    messages,
    scores: { m: { value: 'I' } },
  });
}

const archive = (count: number): Buffer =>
  zipOf([
    { name: '_journal/start.json', bytes: '{}' },
    ...Array.from({ length: count }, (_, id) => ({
      name: `samples/${id}_epoch_1.json`,
      bytes: sample(id, 'x'.repeat(500)),
      method: id % 2 ? 8 : 0,
    })),
    { name: 'header.json', bytes: '{}' },
  ]);

describe("Inspect's logs", () => {
  it('reads samples that are packed with zstd, in the order of the archive', async () => {
    const file = await openRolloutFile(fixture('zstd.eval'));
    expect(file.container.chosen.id).toBe('inspect');
    const { rollouts, faults } = await rolloutsOf(file);
    await file.close();
    expect(faults).toEqual([]);
    expect(rollouts.map(({ id, recorded }) => [id, recorded['group']])).toEqual([
      ['zstd.eval#0', '2'],
      ['zstd.eval#1', '1'],
    ]);
    const [first] = rollouts;
    expect(first).toMatchObject({ question: 'Which river crosses Zorvia?', golds: ['Melka'], text: TEXT });
    expect(first?.recorded).toEqual({
      score: 1,
      group: '2',
      model: 'm/x',
      stop_reason: 'stop',
      events: [{ event: 'tool', name: 'search', timestamp: '2026-01-01T00:00:00', working_time: 0.5 }],
      epoch: 1,
      scores: { match: { value: 'C', answer: 'Melka' } },
      total_time: 1.5,
    });
    const attachment = first?.parts.find(({ path }) => path?.includes('attachments'));
    expect(attachment).toMatchObject({ by: 'environment', rendered: false, path: ['attachments', 'abc'] });
  });

  it('shows a sample without reading the others', async () => {
    const bytes = archive(1000);
    const { source, read } = countingSource('many.eval', bytes);
    const file = await openRolloutSource('many.eval', source);
    const before = read();
    const entry = await file.entryAt(900);
    expect(entry?.rollouts[0]?.recorded).toMatchObject({ score: 0, group: '900' });
    expect(read() - before).toBeLessThan(1500);
    expect(await file.places()).toHaveLength(1000);
  });

  it('reads the other samples where one is damaged', async () => {
    const bytes = zipOf([
      { name: '_journal/start.json', bytes: '{}' },
      { name: 'samples/a.json', bytes: 'x', method: 8, packed: Buffer.from([0xff, 0xff, 0xff]) },
      { name: 'samples/e.json', bytes: sample(4), crc: 7 },
      { name: 'samples/b.json', bytes: '{"id": 1' },
      { name: 'samples/c.json', bytes: sample(3) },
      { name: 'samples/d.json', bytes: '[]' },
      { name: 'header.json', bytes: '{}' },
    ]);
    const { rollouts, faults } = await rolloutsOf(
      await openRolloutSource('b.eval', memorySource('b.eval', bytes)),
    );
    expect(rollouts.map(({ id }) => id)).toEqual(['b.eval#3']);
    expect(faults).toEqual([
      expect.stringMatching(
        /^sample `samples\/a\.json` at byte \d+ cannot be read: its deflate stream is damaged at about byte 3 .*; copy it again/,
      ),
      expect.stringMatching(/^sample `samples\/e\.json` .*another checksum than the archive keeps/),
      expect.stringMatching(/^not JSON; found the end, with 1 bracket still open/),
      'the record is a list, not an object with `messages`',
    ]);
  });

  it('reads the same log as one JSON value, with its task and model', async () => {
    const log = {
      version: 2,
      status: 'success',
      eval: { task: 'rivers', model: 'm/y' },
      samples: [JSON.parse(sample(1)), { id: 2 }, { messages: [] }],
    };
    const file = await openRolloutSource('log.json', memorySource('log.json', JSON.stringify(log)));
    expect(file.container.chosen.id).toBe('inspect');
    const { rollouts, faults } = await rolloutsOf(file);
    expect(rollouts.map(({ id }) => id)).toEqual(['log.json#0.0']);
    expect(rollouts[0]?.recorded).toMatchObject({ score: 0, task: 'rivers', model: 'm/y', group: '1' });
    expect(rollouts[0]?.parts[1]?.path).toEqual(['samples', 0, 'messages', 0, 'content']);
    expect(faults).toEqual(['`samples[1]` has no list of `messages`']);
  });

  it('is no log where an archive holds something else', async () => {
    const file = await openRolloutSource(
      'x.eval',
      memorySource('x.eval', zipOf([{ name: 'a.npy', bytes: 'x' }])),
    );
    expect(file.container.chosen.id).toBe('none');
    expect(file.container.evidence.because).toMatch(/ZIP archive that is no folder of logs/);
    expect(readFileSync(fixture('zstd.eval')).length).toBeLessThan(2000);
  });
});
