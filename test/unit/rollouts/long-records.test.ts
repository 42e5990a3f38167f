import { describe, expect, it } from 'vitest';
import type { OpenOptions, ReadingTurn } from '../../../core/rollouts/rollout-file';
import { MOST_HELD } from '../../../core/rollouts/long-records';
import { entriesOf, opened } from './opened';

const LONGEST = 1000;

const record = (answer: string, filler = 0): string =>
  JSON.stringify({
    input: 'Question: Who wrote it?\n',
    output: `<think>${'thought '.repeat(filler / 8)}</think><answer>${answer}</answer>`,
    gts: ['Tarn'],
    score: 0.5,
    step: 7,
  });

const LONG = record('Tarn', 4000);
const SHORT = record('Nobody');
const FILE = `${SHORT}\n${LONG}\n${SHORT}\n`;

describe('a record that is too long to be read', () => {
  it('is a fault that says how long it is and what to do, beside the others', async () => {
    const file = await opened('step_7.jsonl', FILE, { longest: LONGEST });
    const [before, long, after] = await entriesOf(file);
    expect(long?.rollouts).toEqual([]);
    expect(long?.fault?.message).toMatch(
      /^the record is \d{4} bytes long, and none of more than 1000 bytes is read: look at it .* by pages/,
    );
    expect(long?.fault?.byte).toBe(SHORT.length + 1);
    for (const entry of [before, after]) expect(entry?.rollouts[0]?.answer?.text).toBe('Nobody');
    expect(after?.place).toMatchObject({ index: 2, line: 2 });
    // Found by its number, from a file that is opened anew.
    const again = await opened('step_7.jsonl', FILE, { longest: LONGEST });
    expect((await again.entryAt(1))?.fault).toEqual(long?.fault);
    expect((await again.recordAt(1))?.text).toBe('');
    expect(await again.placeAt(1)).toMatchObject({
      byteStart: SHORT.length + 1,
      byteEnd: SHORT.length + 1 + LONG.length,
    });
  });

  it('is told by what is recorded beside its texts, where that is wanted', async () => {
    const options = { longest: LONGEST, sketches: true };
    for (const [name, content, at] of [
      ['step_7.jsonl', FILE, 1],
      ['one.jsonl', `${LONG}\n`, 0],
      ['unended.jsonl', LONG, 0],
      ['list.json', `[${SHORT}, ${LONG}]`, 1],
      ['one.json', LONG, 0],
    ] as const) {
      const entries = await entriesOf(await opened(name, content, options));
      const long = entries[at];
      expect(long, name).toMatchObject({ sketched: true, fault: null });
      expect(long?.rollouts).toHaveLength(1);
      expect(long?.rollouts[0]).toMatchObject({
        question: 'Who wrote it?',
        golds: ['Tarn'],
        recorded: { score: 0.5, step: 7 },
      });
      expect(entries.filter(({ sketched }) => sketched)).toHaveLength(1);
    }
  });

  it('has a rollout of which nothing is known where it is no JSON', async () => {
    const file = await opened('step_7.jsonl', `${SHORT}\n{"input": ]${'x'.repeat(2000)}\n${SHORT}\n`, {
      longest: LONGEST,
      sketches: true,
    });
    const entries = await entriesOf(file);
    expect(entries[1]).toMatchObject({ sketched: true, rollouts: [{ index: 1, text: '', question: null }] });
    expect(entries).toHaveLength(3);
  });

  it('is a fault while its last line is only half written', async () => {
    const file = await opened('step_7.jsonl', `${SHORT}\n${LONG.slice(0, -10)}`, {
      longest: LONGEST,
      sketches: true,
    });
    const [, torn] = await entriesOf(file);
    expect(torn?.rollouts).toEqual([]);
    expect(torn?.fault).not.toBeNull();
    expect(torn).not.toHaveProperty('sketched');
  });
});

describe('a record that takes much memory', () => {
  const MUCH = record('Tarn', MOST_HELD + 8);

  function turns(): { readonly said: string[]; readonly options: OpenOptions } {
    const said: string[] = [];
    const turn = (): Promise<ReadingTurn> => {
      said.push('take');
      return Promise.resolve({ parsed: () => said.push('parsed'), end: () => said.push('end') });
    };
    return { said, options: { turn, findings: false } };
  }

  it('is read whole in its turn, and let go of before the next', async () => {
    const { said, options } = turns();
    const file = await opened('step_7.jsonl', `${SHORT}\n${MUCH}\n${MUCH}\n`, options);
    // Opening the file reads none of them whole.
    expect(said).toEqual([]);
    const entries = [];
    for await (const entry of file.entries()) {
      if (entry.place.index > 0) {
        expect(entry.inTurn).toBe(true);
        expect(entry.rollouts[0]?.answer?.text).toBe('Tarn');
        expect(entry.record.text).toBe('');
        said.push('worked');
      } else expect(entry).not.toHaveProperty('inTurn');
      entries.push(entry);
    }
    const each = ['take', 'parsed', 'worked', 'end'];
    expect(said).toEqual([...each, ...each]);
    expect(entries.map(({ rollouts }) => rollouts.length)).toEqual([1, 0, 0]);
  });

  it('ends its turn where who reads stops at it', async () => {
    const { said, options } = turns();
    const file = await opened('step_7.jsonl', `${MUCH}\n${SHORT}\n`, options);
    for await (const entry of file.entries()) if (entry.inTurn) break;
    expect(said).toEqual(['take', 'parsed', 'end']);
  });

  it('is read as every other where nobody waits for turns', async () => {
    const file = await opened('step_7.jsonl', `${MUCH}\n`);
    const entry = await file.entryAt(0);
    expect(entry?.rollouts[0]?.answer?.text).toBe('Tarn');
    expect(entry?.record.text).toBe(MUCH);
  });
});
