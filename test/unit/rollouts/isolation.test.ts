import { describe, expect, it } from 'vitest';
import { lines } from '../../../core/containers/framing/lines';
import { publishEntry } from '../../../core/rollouts/publish';
import { entryOf, readRecord, type EntryReading } from '../../../core/rollouts/record-reading';
import { plain } from '../../../core/trace/dialects/plain';
import { verlJsonl } from '../../../core/containers/verl-jsonl';
import { decode } from '../../../core/containers/framing/decode';
import type { RuleFailure } from '../../../core/findings';
import type { Dialect } from '../../../core/trace/dialect';
import { entriesOf, jsonl, opened } from './opened';

const SOUND = { input: 'q', output: '<think>a</think><answer>b</answer>', gts: 'b', score: 1, step: 1 };

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

function withMember(member: string): string {
  return `${JSON.stringify(SOUND).slice(0, -1)},${member}}\n${jsonl(SOUND)}`;
}

describe('isolation', () => {
  it.each([
    ['golds', `"gts":${nested(50_000)}`],
    ['a recorded value', `"x":${nested(50_000)}`],
    ['golds in objects', `"gts":${'{"target":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ])('reads on where %s nest deep, and publishes them', async (_what, member) => {
    const file = await opened('1.jsonl', withMember(member));
    const entries = await entriesOf(file);
    expect(entries.map(({ rollouts }) => rollouts.length)).toEqual([1, 1]);
    const published = entries.flatMap((entry) => publishEntry(entry, { name: '1.jsonl', container: 'x' }));
    expect(JSON.parse(JSON.stringify(published))).toHaveLength(2);
  });

  it('makes a record that is nested too deeply a fault of its own', async () => {
    const piece = `{"messages":[{"role":"assistant","content":[${nested(50_000)}]}]}\n`;
    const sound = jsonl({ messages: [{ role: 'assistant', content: '<think>a</think>' }] });
    const entries = await entriesOf(await opened('m.jsonl', sound + piece + sound));
    expect(entries.map(({ rollouts, fault }) => [rollouts.length, fault?.message ?? null])).toEqual([
      [1, null],
      [
        0,
        'the record is nested too deeply, or a list in it is too long, to be read; flatten or shorten that field',
      ],
      [1, null],
    ]);
    expect(entries[1]?.fault?.byte).toBe(sound.length);
  });

  it('takes lists of any length', { timeout: 60_000 }, async () => {
    const file = await opened('x.jsonl', jsonl({ responses: Array<string>(150_000).fill('<answer>q') }), {
      findings: false,
    });
    expect((await entriesOf(file))[0]?.rollouts).toHaveLength(150_000);
  });

  it('does not let a member called __proto__ change what is recorded', async () => {
    const evil = '"__proto__":{"score":7,"step":9,"evil":1}';
    for (const name of ['1.jsonl', 'other.jsonl']) {
      const text = name === '1.jsonl' ? withMember(evil) : `{"text":"<think>a</think>",${evil}}\n`;
      const [entry] = await entriesOf(await opened(name, text));
      const recorded = entry?.rollouts[0]?.recorded ?? {};
      expect(Object.getPrototypeOf(recorded)).toBe(Object.prototype);
      expect(recorded['evil']).toBeUndefined();
      expect(recorded['score']).toBe(name === '1.jsonl' ? 1 : undefined);
      const shown = JSON.stringify(entry && publishEntry(entry, { name, container: 'x' }));
      expect(shown).toContain('"__proto__":{"score":7,"step":9,"evil":1}');
    }
  });
});

describe('a part that throws', () => {
  const record = decode({
    index: 0,
    byteStart: 0,
    byteEnd: 0,
    line: 0,
    bytes: Buffer.from(JSON.stringify(SOUND)),
    problem: null,
  });
  const reading: EntryReading = {
    name: '1.jsonl',
    size: 0,
    container: verlJsonl,
    reader: verlJsonl.reader({ name: '1.jsonl', framing: 'lines', records: [] }),
    framing: lines,
  };
  const sound = readRecord(reading, record, null);
  /** Rules read a trace's answer: one whose offset cannot be read makes them throw. */
  const treacherous: Dialect = {
    ...plain,
    parse: (text, parts) => ({
      ...plain.parse(text, parts),
      get turns(): never {
        throw new Error('no turns');
      },
    }),
  };

  it('becomes a fault: the reader', () => {
    const throwing = (): never => {
      throw new Error('a bug');
    };
    expect(readRecord({ ...reading, reader: throwing }, record, null).fault?.message).toBe(
      'the record cannot be read (a bug); please report it',
    );
  });

  it('becomes a fault: the dialect', () => {
    const { fault, rollouts } = entryOf(record, sound, verlJsonl, treacherous, null);
    expect(rollouts).toEqual([]);
    expect(fault?.message).toBe('the record cannot be read (no turns); please report it');
  });

  it('is told, or becomes a fault beside the rollout: a rule', () => {
    const broken: Dialect = {
      ...plain,
      parse: (text, parts) => ({ ...plain.parse(text, parts), anomalies: null as never }),
    };
    const silent = entryOf(record, sound, verlJsonl, broken, { severities: {}, onFailure: null });
    expect(silent.rollouts).toHaveLength(1);
    expect(silent.fault?.message).toMatch(/^the rule `unclosed-tag` failed \(.+\); please report it$/);
    const failures: RuleFailure[] = [];
    const onFailure = (failure: RuleFailure): void => void failures.push(failure);
    const told = entryOf(record, sound, verlJsonl, broken, { severities: {}, onFailure });
    expect(told.fault).toBeNull();
    expect(failures.map(({ rule }) => rule)).toContain('unclosed-tag');
  });
});
