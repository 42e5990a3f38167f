import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawRecord } from '../../../core/containers/container';
import { RolloutPositions, SharedPositions } from '../../../core/rollouts/positions';
import { faultPosition } from '../../../core/rollouts/record-positions';
import type { RolloutSource } from '../../../core/trace/model';
import { escaped } from '../containers/escapes';
import { entriesOf, jsonl, opened } from './opened';
import { cpuTime } from '../cpu-time';

interface Found {
  readonly record: RawRecord;
  readonly rollout: RolloutSource;
  readonly positions: RolloutPositions;
}

async function firstOf(name: string, content: string | Uint8Array, index = 0): Promise<Found> {
  const file = await opened(name, content);
  const rollout = (await entriesOf(file))[index]?.rollouts[0];
  const record = await file.recordAt(index);
  if (!record || !rollout) throw new Error('the file holds no such rollout');
  return { record, rollout, positions: new RolloutPositions(record, rollout) };
}

/** Checks every offset of the own text against the file, read with other means. */
function verify(content: string, { rollout, positions }: Found, literal: (at: number) => string): void {
  const bytes = Buffer.from(content);
  const lines = content.replace(/^\uFEFF/, '').split('\n');
  for (const part of rollout.parts.filter(({ rendered }) => !rendered)) {
    for (let at = part.start; at < part.end; at++) {
      const { byte, line, character } = positions.toFile(at);
      const expected = literal(at);
      expect(`${lines[line] ?? ''}\n`.slice(character, character + expected.length)).toBe(expected);
      const trail = rollout.text.charCodeAt(at);
      if (trail < 0xdc00 || trail > 0xdfff)
        expect(bytes.subarray(byte).toString().startsWith(expected)).toBe(true);
      expect(positions.toOwn({ line, character })).toBe(at);
    }
  }
}

describe('RolloutPositions', () => {
  it('maps JSON strings in any escaping, both ways', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.array(fc.nat({ max: 3 })),
        async (prompt, response, styles) => {
          const input = escaped(prompt, styles);
          const output = escaped(response, styles);
          const line = `{"score":1, "output" : "${output.raw}","é":0,"input":"${input.raw}","step":2}`;
          const content = `\uFEFF\n${line}\n`;
          const found = await firstOf('2.jsonl', content);
          verify(content, found, (at) => {
            const { raw, starts } = at < prompt.length ? input : output;
            const own = at < prompt.length ? at : at - prompt.length;
            return raw.slice(starts[own], starts[own + 1]);
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('maps plain text, numerals and all', async () => {
    const content = '\n1.<think>é😀\nb</think>\n2.<think>c\r\n</think>\n';
    for (const index of [0, 1]) {
      const found = await firstOf('x.txt', content, index);
      verify(content, found, (at) => found.rollout.text[at] ?? '');
      expect(found.positions.toFile(0)).toMatchObject({ character: 2 });
    }
  });

  it('tells the string "-" from the sign of a bare -Infinity', async () => {
    const content = '{"reward":-Infinity,"output":"-","std":"-","input":"q","step":2}\n';
    const { positions } = await firstOf('2.jsonl', content);
    expect(positions.toFile(0).character).toBe(content.indexOf('"q"') + 1);
    expect(positions.toFile(1).character).toBe(content.indexOf('"-"') + 1);
  });

  it('maps records in the middle of a line', async () => {
    const content = JSON.stringify([{ text: '<think>é' }, { text: '<think>b' }]);
    const { positions } = await firstOf('x.json', content, 1);
    expect(positions.toFile(0).character).toBe(content.lastIndexOf('<think>'));
    expect(positions.toFile(0).byte).toBe(
      Buffer.byteLength(content.slice(0, content.lastIndexOf('<think>'))),
    );
  });

  it('puts rendered text where its source stands', async () => {
    const call = { function: { name: 'search', arguments: '{}' } };
    const messages = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'say', tool_calls: [call] },
      { role: 'tool', content: 'r' },
    ];
    const content = jsonl({ messages });
    const { rollout, positions } = await firstOf('m.jsonl', content);
    const at = (needle: string): number => positions.toFile(rollout.text.indexOf(needle)).character;
    expect(at('<|im_start|>user')).toBe(content.indexOf('"q"') + 1);
    expect(at('<tool_call>')).toBe(content.indexOf('{"function"'));
    expect(at('r')).toBeGreaterThanOrEqual(0);
    expect(positions.toFile(rollout.text.length).character).toBe(content.indexOf('"r"') + 2);
    expect(positions.toOwn({ line: 0, character: 2 })).toBeNull();
  });

  it('ends a range right after its last character', async () => {
    const content = jsonl({ input: 'ab', output: '<answer>x\ny', score: 1 });
    const { rollout, positions } = await firstOf('1.jsonl', content);
    const { start, end } = positions.rangeToFile({ start: 0, end: 2 });
    expect(content.slice(start.character, end.character)).toBe('ab');
    const all = positions.rangeToFile({ start: 2, end: rollout.text.length });
    expect(content.slice(all.start.character, all.end.character)).toBe('<answer>x\\ny');
  });

  it('looks up fast in a long record', async () => {
    const since = cpuTime();
    const content = jsonl({ input: 'é\n'.repeat(200_000), output: '<answer>é\n'.repeat(100_000), score: 1 });
    const { rollout, positions } = await firstOf('1.jsonl', content);
    for (let at = 0; at < rollout.text.length; at += 97) positions.toFile(at);
    expect(positions.toFile(rollout.text.length).character).toBe(content.indexOf('","score"'));
    expect(cpuTime() - since).toBeLessThan(4_000);
  });

  it('places all rollouts of a record in one pass', async () => {
    const since = cpuTime();
    const responses = Array.from({ length: 20_000 }, (_, at) => `<answer>${at}</answer>`);
    const content = jsonl({ responses });
    const [entry] = await entriesOf(await opened('x.jsonl', content));
    if (!entry) throw new Error('the file holds no record');
    const shared = new SharedPositions(entry.record, entry.rollouts);
    for (const [at, rollout] of entry.rollouts.entries()) {
      const { character } = new RolloutPositions(shared, rollout).toFile(0);
      if (at % 1000 === 0) expect(content.slice(character)).toMatch(new RegExp(`^<answer>${at}<`));
    }
    expect(entry.rollouts).toHaveLength(20_000);
    expect(cpuTime() - since).toBeLessThan(4_000);
  });

  it('places a record of many messages', async () => {
    const since = cpuTime();
    const turns = Array.from({ length: 10_000 }, () => [
      { role: 'assistant', content: '<think>a</think>' },
      { role: 'tool', content: 'r' },
    ]);
    const content = jsonl({ messages: [{ role: 'user', content: 'q' }, ...turns.flat()] });
    const { rollout, positions } = await firstOf('m.jsonl', content);
    expect(positions.toFile(rollout.text.length).character).toBe(content.lastIndexOf('"r"') + 2);
    expect(cpuTime() - since).toBeLessThan(4_000);
  });

  it('counts bytes past invalid UTF-8 as they stand in the file', async () => {
    const broken = [[0xff], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xc3]];
    for (const bad of broken) {
      const head = Buffer.from('{"score":1,"input":"é😀');
      const content = Buffer.concat([head, Buffer.from(bad), Buffer.from('","output":"<answer>"}\n')]);
      const { rollout, positions } = await firstOf('1.jsonl', content);
      expect(positions.toFile(rollout.text.indexOf('<answer>')).byte).toBe(content.indexOf('<answer>'));
      const torn = Buffer.concat([head, Buffer.from(bad), Buffer.from('",oops}\n')]);
      const [entry] = await entriesOf(await opened('1.jsonl', Buffer.concat([content, torn]), {}), 1);
      if (!entry?.fault) throw new Error('the record holds no fault');
      expect(entry.fault.byte).toBe(content.length + torn.indexOf('oops'));
      const { byte, line, character } = faultPosition(entry.record, entry.fault.byte);
      expect({ byte, line }).toEqual({ byte: entry.fault.byte, line: 1 });
      expect(entry.record.text.slice(character)).toBe('oops}');
    }
  });

  it('places a fault of a record of several lines', async () => {
    const content = '[\n  {"input": "q",\n   "output": oops}\n]';
    const file = await opened('a.json', content, { container: 'verl-jsonl' });
    const [entry] = await entriesOf(file);
    if (!entry?.fault) throw new Error('the record holds no fault');
    const byte = content.indexOf('oops');
    expect(faultPosition(entry.record, entry.fault.byte)).toEqual({ byte, line: 2, character: 13 });
  });
});
