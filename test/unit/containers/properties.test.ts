/**
 * What holds for every container, on the samples of `samples/`: records lie in order and hold all that the file says,
 * one is read alone as in its order, a part of a file reads as the whole, damage is told and passed, and every
 * character of a rollout stands in the file where its positions say.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containers } from '../../../core/containers';
import type { Framing } from '../../../core/containers/framing/framing';
import { memorySource } from '../../../core/containers/memory-source';
import { recognise } from '../../../core/containers/recognise';
import { openRolloutSource } from '../../../core/rollouts/open';
import { RolloutPositions, SharedPositions } from '../../../core/rollouts/positions';
import type { Entry } from '../../../core/rollouts/rollout-file';
import { entriesOf } from '../rollouts/opened';
import { countingSource } from './rows/counting';
import { samples } from './samples';
import { twins } from './samples/records';
import { entriesAs, expectSound, must, openedAs, saidOf } from './samples/reading';
import type { Sample } from './samples/sample';
import { cut } from './spans';

const SEED = 20260105;
const UNITS = 4;

describe('the samples', () => {
  it('leave out no container', () => {
    expect(containers.map(({ id }) => id).filter((id) => !samples.some((each) => each.id === id))).toEqual(
      [],
    );
  });

  it('show every framing that a container has', () => {
    const shown = new Set(samples.map(({ id, form }) => `${id} ${form}`));
    expect(shown.size).toBe(samples.length);
  });
});

/** Units of a file of some bytes, at least two. */
const unitsFor = (sample: Sample, bytes: number): number =>
  Math.max(2, Math.ceil(bytes / Math.max(1, sample.file(2).length - sample.file(1).length)));

async function framingOf(sample: Sample, bytes: Uint8Array): Promise<Framing> {
  return (await recognise(memorySource(sample.name, bytes), sample.options.fields ? null : sample.id))
    .framing;
}

/** Number of records that a beginning of the file holds whole, as far as its format lets anyone tell. */
function wholeBefore(
  { apart, form, outside, records }: Sample,
  entries: readonly Entry[],
  end: number,
): number {
  const ended = entries.filter(({ place }) => place.byteEnd < end).length;
  // One member of an object may be a field of a single record: a second one must have begun.
  if (form === 'map') return entries.filter(({ place }) => place.byteStart + 1 < end).length > 1 ? ended : 0;
  // One value over the whole file has no part that is whole.
  if (outside === null || records(2) === records(1) || form === 'nested') return 0;
  // The head of a list tells what the list is, its first step whole.
  if (apart || form === 'csv' || form === 'tsv') return ended;
  // Plain text shows by what follows that a record has ended.
  return Math.max(0, ended - 1);
}

describe.each(twins.map(([lines, array]) => ({ id: lines.id, lines, array })))(
  'the records of $id',
  ({ lines, array }) => {
    it('are the same on lines and in an array', async () => {
      const said: string[] = [];
      for (const sample of [lines, array]) {
        const file = await openedAs(sample, sample.file(UNITS), false);
        expect(file.container.chosen.id).toBe(sample.id);
        const entries = await entriesOf(file);
        expectSound(entries);
        said.push(entries.map(saidOf).join('\n').replaceAll(sample.name, 'x'));
      }
      expect(said[0]).toBe(said[1]);
    });
  },
);

describe.each(samples)('$id as $form', (sample) => {
  const bytes = sample.file(UNITS);
  const units = sample.fixed ? 1 : UNITS;
  let read: Promise<readonly Entry[]> | null = null;
  const whole = (): Promise<readonly Entry[]> => (read ??= entriesAs(sample, bytes));

  it('is recognised, and read whole', async () => {
    const file = await openedAs(sample, bytes, false);
    expect(file.container.chosen.id).toBe(sample.id);
    const entries = await entriesOf(file);
    expect(entries.map(({ fault }) => fault)).toEqual(entries.map(() => null));
    expect(entries).toHaveLength(sample.records(units));
    expect(entries.flatMap(({ rollouts }) => rollouts)).toHaveLength(units * sample.rollouts);
    expectSound(entries);
  });

  it('has records in order, and nothing of the file is left out', async () => {
    const { outside } = sample;
    // The bytes of a record that was made stand nowhere in the file.
    if (outside === null) return;
    const entries = await whole();
    let at = 0;
    for (const { record, place } of entries) {
      expect(bytes.toString('utf8', at, place.byteStart)).toMatch(outside);
      expect(bytes.toString('utf8', place.byteStart, place.byteEnd)).toBe(record.text);
      at = place.byteEnd;
    }
    expect(bytes.toString('utf8', at)).toMatch(outside);
  });

  it('gives a record alone as in its order', async () => {
    const entries = await whole();
    const looked = [...new Set([entries.length - 1, 0, entries.length >> 1])];
    for (const index of looked) {
      const file = await openedAs(sample, bytes, true);
      expect(await file.entryAt(index)).toEqual(entries[index]);
    }
    const file = await openedAs(sample, bytes, true);
    expect(await file.entryAt(entries.length)).toBeNull();
    expect(await entriesOf(file, 1)).toEqual(entries.slice(1));
  });

  it('gives the records that a beginning of it holds', async () => {
    const entries = await whole();
    const said = entries.map(saidOf);
    const inside = bytes.indexOf('😀');
    const edges = entries
      .slice(-1)
      .flatMap(({ place }) => [place.byteStart, place.byteEnd - 1, place.byteEnd + 1]);
    const cuts = fc.sample(fc.nat({ max: bytes.length }), { seed: SEED, numRuns: 2 });
    for (const end of [...cuts, inside + 2, ...(sample.fixed ? [] : edges)]) {
      const part = await entriesAs(sample, bytes.subarray(0, Math.max(0, end)));
      expectSound(part);
      const count = wholeBefore(sample, entries, end);
      expect(part.slice(0, count).map(saidOf), `before byte ${end}`).toEqual(said.slice(0, count));
    }
    await openedAs(sample, bytes.subarray(0, inside + 3), false);
  });

  it('is read whatever was done to it', async () => {
    const piece = fc.constantFrom(
      ...[
        '',
        '\0',
        '\r\n',
        '\n',
        '\r',
        '"',
        '{',
        '}',
        '[',
        ']',
        ',',
        '\\',
        '\\ud83d',
        '\ufeff',
        'null',
        '-1e999',
      ].map((text) => Buffer.from(text)),
      Buffer.from([0xed, 0xa0, 0xbd]),
      Buffer.from([0xff]),
    );
    const change = fc.record({ at: fc.nat({ max: bytes.length }), length: fc.nat({ max: 12 }), piece });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        async (changes, named) => {
          const damaged = changes.reduce<Buffer>(
            (whole, { at, length, piece: put }) =>
              Buffer.concat([whole.subarray(0, at), put, whole.subarray(at + length)]),
            bytes,
          );
          expectSound(await entriesOf(await openedAs(sample, damaged, named)));
        },
      ),
      { seed: SEED, numRuns: sample.fixed ? 2 : 4 },
    );
  });

  it('is the same behind a byte order mark, and with CRLF', async () => {
    if (sample.outside === null) return;
    const said = (await whole()).map(saidOf);
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
    const file = await openedAs(sample, marked, false);
    expect(file.container.chosen.id).toBe(sample.id);
    const entries = await entriesOf(file);
    expect(entries.map(saidOf)).toEqual(said);
    for (const { place, record } of entries)
      expect(marked.toString('utf8', place.byteStart, place.byteEnd)).toBe(record.text);

    const windows = Buffer.from(bytes.toString().replace(/\r?\n/g, '\r\n'));
    const other = await openedAs(sample, windows, false);
    expect(other.container.chosen.id).toBe(sample.id);
    const found = await entriesOf(other);
    expect(found.map(({ fault }) => fault)).toEqual(found.map(() => null));
    expect(found.map((entry) => saidOf(entry).replaceAll('\\r\\n', '\\n').length > 0)).toHaveLength(
      said.length,
    );
    expect(found.map(({ rollouts }) => rollouts.map(({ turns }) => turns.length))).toEqual(
      entries.map(({ rollouts }) => rollouts.map(({ turns }) => turns.length)),
    );
  });

  it('tells a broken record, and reads the next ones', async () => {
    // Elsewhere a record is no JSON value of its own: there is none to break without its neighbours.
    // Nine in ten members of a cache must be pages, and these are few.
    if (!sample.apart || sample.id === 'search-cache') return;
    const entries = await whole();
    const said = entries.map(saidOf);
    const [, second] = entries;
    if (!second) throw new Error('no second record');
    for (const put of ['{"x": nul, "y": [1}', '{"é\0": 1\0}', '{"x": "a\ud83d"]}']) {
      const { byteStart, byteEnd } = second.place;
      const damaged = Buffer.concat([
        bytes.subarray(0, byteStart),
        Buffer.from(put),
        bytes.subarray(byteEnd),
      ]);
      const found = await entriesAs(sample, damaged);
      expect(found.map(({ fault }) => fault !== null)).toEqual(entries.map((_, index) => index === 1));
      expect(found.map(saidOf).filter((_, index) => index !== 1)).toEqual(
        said.filter((_, index) => index !== 1),
      );
    }
  });

  it('gives as many rollouts as it has units, and reads in proportion to them', async () => {
    // What it is is all that it can be.
    if (sample.fixed) return;
    const count = unitsFor(sample, 3_000);
    const reads: number[] = [];
    for (const many of [count, 2 * count]) {
      const { source, read } = countingSource(sample.name, sample.file(many));
      const asked = sample.options.fields ? sample.options : {};
      const file = await openRolloutSource(sample.name, source, { ...asked, findings: false });
      const entries = await entriesOf(file);
      expect(file.container.chosen.id).toBe(sample.id);
      expect(entries).toHaveLength(sample.records(many));
      expect(entries.flatMap(({ rollouts }) => rollouts)).toHaveLength(many * sample.rollouts);
      reads.push(read());
    }
    expect((reads[1] ?? 0) / (reads[0] ?? 1)).toBeLessThan(2.5);
  });

  it('is cut the same whatever size its pieces have', async () => {
    const framing = await framingOf(sample, bytes);
    const spans = await cut(framing, bytes);
    expect(spans.length).toBeGreaterThan(0);
    for (const size of sample.fixed ? [4096] : [1, 7, 64, 1000])
      expect(await cut(framing, bytes, size)).toEqual(spans);
  });

  it('has the characters of its rollouts where their positions say', async () => {
    for (const { record, rollouts } of await whole()) {
      const shared = new SharedPositions(record, rollouts);
      for (const rollout of rollouts) {
        const positions = new RolloutPositions(shared, rollout);
        for (const { start, end, rendered, path } of rollout.parts) {
          for (let at = start; at < end; at++) {
            const place = positions.toFile(at);
            if (rendered || record.made || (path !== null && sample.form.endsWith('sv'))) {
              // Made text, and cells, stand where what they were made from begins.
              must(place.byte >= record.byteStart && place.byte <= record.byteEnd, `byte ${place.byte}`);
              break;
            }
            const unit = rollout.text.charCodeAt(at);
            if (unit >= 0xdc00 && unit < 0xe000) continue;
            const character = String.fromCodePoint(rollout.text.codePointAt(at) ?? 0);
            const there = bytes.toString('utf8', place.byte, place.byte + 12);
            const escaped = path !== null && there.startsWith('\\');
            must(escaped ? unescaped(there) === character : there.startsWith(character), `${at}: ${there}`);
            must(positions.toOwn(place) === at, `${at} is found again at ${positions.toOwn(place)}`);
          }
        }
      }
    }
  });
});

/** The character that a JSON escape at the start of a text stands for. */
function unescaped(text: string): string {
  const escape =
    /^\\u[dD][89abAB][0-9a-fA-F]{2}\\u[0-9a-fA-F]{4}|^\\u[0-9a-fA-F]{4}|^\\./.exec(text)?.[0] ?? '';
  return String(JSON.parse(`"${escape}"`));
}
