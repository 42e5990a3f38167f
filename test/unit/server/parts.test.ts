import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentKey } from '../../../language-server/elsewhere/document-key';
import { PostingTable } from '../../../language-server/elsewhere/posting-table';
import { ByteLru } from '../../../language-server/host/byte-lru';
import { redirectConsole } from '../../../language-server/host/console';
import { Guard } from '../../../language-server/host/guard';
import { DEFAULT_SETTINGS, settingsFrom, SettingsStore } from '../../../language-server/host/settings';
import { addressOf, pathOf, uriParts } from '../../../language-server/host/uris';
import { LineMap } from '../../../language-server/places/line-map';
import { shortened } from '../../../language-server/features/words';
import { collect } from '../../../language-server/features/provider';
import { capped, moreDiagnostic } from '../../../language-server/diagnostics/diagnostic';
import { searchR1 } from '../../../core/trace/dialects/search-r1';
import { PlacedRollout } from '../../../language-server/places/placed-rollout';
import { wholeTextPlaces } from '../../../language-server/places/text-places';
import { ROLLOUT } from './texts';

const silent = { error: () => undefined, warn: () => undefined, info: () => undefined };

describe('a line map', () => {
  const text = fc.array(fc.constantFrom('a', 'é', '😀', '\n', '\r', '\r\n'), { maxLength: 30 });

  it('agrees with splitting at every line end', () => {
    fc.assert(
      fc.property(text, (parts) => {
        const whole = parts.join('');
        const map = new LineMap(whole);
        const lines = whole.split(/\r\n|\r|\n/);
        expect(map.lineCount).toBe(lines.length);
        for (const [line, words] of lines.entries()) {
          expect(whole.slice(map.startOf(line), map.endOf(line))).toBe(words);
          expect(map.positionOf(map.startOf(line))).toEqual({ line, character: 0 });
          expect(map.offsetOf({ line, character: words.length })).toBe(map.endOf(line));
        }
        expect(map.offsetOf({ line: lines.length, character: 0 })).toBeNull();
      }),
    );
  });
});

describe('a cache bounded by bytes', () => {
  it('lets the least recently used go', () => {
    const cache = new ByteLru<string, number>(100);
    cache.set('a', 1, 40);
    cache.set('b', 2, 40);
    expect(cache.get('a')).toBe(1);
    cache.set('c', 3, 40);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
    cache.set('huge', 4, 101);
    expect(cache.get('huge')).toBeUndefined();
    cache.set('a', 5, 10);
    expect(cache.bytes).toBe(50);
  });
});

describe('postings', () => {
  it('come back by document, in order, up to the limit', () => {
    const table = new PostingTable(5_000);
    const packed = Array.from({ length: 6_000 }, (_, at) => [at % 10, at, 0, 1]).flat();
    table.addAll(Float64Array.from(packed.slice(0, 8_000)));
    table.addAll(Float64Array.from(packed.slice(8_000)));
    expect(table.size).toBe(5_000);
    expect(table.full).toBe(true);
    const found = table.of(3).map(({ index }) => index);
    expect(found).toEqual(Array.from({ length: 500 }, (_, at) => at * 10 + 3));
    expect(table.of(11)).toEqual([]);
  });

  it('go by title and the beginning of the text', () => {
    const text = 'x'.repeat(64);
    expect(documentKey({ title: 'A', text: `${text}1` })).toBe(documentKey({ title: 'A', text: `${text}2` }));
    expect(documentKey({ title: 'A', text })).not.toBe(documentKey({ title: 'B', text }));
    expect(documentKey({ title: null, text: 'a' })).not.toBe(documentKey({ title: 'a', text: '' }));
    const keys = new Set(
      Array.from({ length: 50_000 }, (_, at) => documentKey({ title: `T${at}`, text: '' })),
    );
    expect(keys.size).toBe(50_000);
    expect([...keys].every((key) => Number.isSafeInteger(key) && key >= 0)).toBe(true);
  });
});

describe('addresses', () => {
  it('are read from URIs as editors write them', () => {
    const uri =
      'rollout:/runs/a%20b/step_3.jsonl%2317.2.rollout?file%3A%2F%2F%2Fruns%2Fa%2520b%2Fstep_3.jsonl';
    expect(addressOf(uri)).toEqual({ file: 'file:///runs/a%20b/step_3.jsonl', index: 17, sample: 2 });
    expect(addressOf('file:///x.rollout')).toBeNull();
    expect(addressOf('no uri')).toBeNull();
    expect(uriParts('untitled:100%.rollout')?.path).toBe('100%.rollout');
    expect(pathOf('file:///a%20b')).toBe('/a b');
    expect(() => pathOf('untitled:a')).toThrow(/files on disk/);
  });
});

describe('settings', () => {
  it('take defaults for what is missing or wrong', () => {
    expect(settingsFrom(null)).toEqual(DEFAULT_SETTINGS);
    expect(
      settingsFrom({
        dialect: 3,
        findings: { severity: { a: 'error', b: 'loud' } },
        codeLens: { enabled: false },
      }),
    ).toEqual({
      ...DEFAULT_SETTINGS,
      findings: { severity: { a: 'error' } },
      codeLens: { enabled: false },
    });
  });

  it('are asked for once, and again after a failure or a change', async () => {
    let asked = 0;
    const store = new SettingsStore(() =>
      ++asked === 1 ? Promise.reject(new Error('no')) : Promise.resolve({}),
    );
    await expect(store.of('a')).rejects.toThrow('no');
    await store.of('a');
    await store.of('a');
    expect(asked).toBe(2);
    store.forget();
    await store.of('a');
    expect(asked).toBe(3);
  });
});

describe('isolation', () => {
  it('keeps the other rollouts when a feature breaks on one, and logs once', async () => {
    const logged: string[] = [];
    const guard = new Guard({ ...silent, error: (message) => logged.push(message) });
    const trace = searchR1.parse(ROLLOUT, []);
    const rollout = {
      ...trace,
      ...{ id: 'a#0', file: 'a', index: 0, sample: 0, question: null, golds: [], text: ROLLOUT, parts: [] },
      ...{ recorded: {}, container: 'plain-text', dialect: 'search-r1', findings: [] },
    };
    const placed = [0, 1, 2].map(
      () => new PlacedRollout(rollout, wholeTextPlaces(new LineMap(ROLLOUT), ROLLOUT.length), null),
    );
    const feature = {
      name: 'fragile',
      of: (each: PlacedRollout) => {
        if (each === placed[1]) throw new Error('broke');
        return [1];
      },
    };
    expect(await collect(guard, feature, placed)).toEqual([1, 1]);
    expect(await collect(guard, feature, placed)).toEqual([1, 1]);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('fragile: Error: broke');
  });

  it('sends the console elsewhere', () => {
    const written: string[] = [];
    const fake = { ...console };
    redirectConsole(fake, (line) => written.push(line));
    fake.log('a', { b: 1 });
    fake.error('c');
    expect(written).toEqual(['a { b: 1 }\n', 'c\n']);
  });
});

describe('words', () => {
  it('are cut without halving a character', () => {
    expect(shortened('a\n b', 10)).toBe('a b');
    expect(shortened('abcdef', 4)).toBe('abc…');
    expect(shortened('ab😀def', 4)).toBe('ab…');
  });
});

describe('a list of diagnostics', () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

  it('is closed by how many more there are', () => {
    const one = moreDiagnostic(1, range);
    expect(one.message).toBe('and 1 more finding in this file');
    expect(capped([one, one, one], 3)).toHaveLength(3);
    expect(capped([one, one, one], 1).map(({ message }) => message)).toEqual([
      'and 1 more finding in this file',
      'and 2 more findings in this file',
    ]);
  });
});
