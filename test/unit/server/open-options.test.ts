import { describe, expect, it } from 'vitest';
import { optionsFrom } from '../../../language-server/host/open-options';
import { DEFAULT_SETTINGS } from '../../../language-server/host/settings';

interface Globs {
  readonly dialect?: string;
  readonly dialects?: Readonly<Record<string, string>>;
  readonly containers?: Readonly<Record<string, string>>;
}

/** What a file is opened with, and what was told. */
function opened(path: string, globs: Globs): { dialect?: string; container?: string; told: string[] } {
  const told: string[] = [];
  const log = { error: () => undefined, info: () => undefined, warn: (line: string) => told.push(line) };
  const { dialect, container } = optionsFrom({ ...DEFAULT_SETTINGS, ...globs }, path, log);
  return { ...(dialect ? { dialect } : {}), ...(container ? { container } : {}), told };
}

describe('dialects and containers by glob', () => {
  it('match the end of a path where the pattern is relative', () => {
    const dialects = { 'runs/*.jsonl': 'r1-searcher' };
    expect(opened('/data/runs/a.jsonl', { dialects }).dialect).toBe('r1-searcher');
    expect(opened('/data/.cache/runs/.a.jsonl', { dialects }).dialect).toBe('r1-searcher');
    expect(opened('c:\\data\\runs\\a.jsonl', { dialects }).dialect).toBe('r1-searcher');
    expect(opened('/data/runs/deep/a.jsonl', { dialects }).dialect).toBeUndefined();
    expect(opened('/data/myruns/a.jsonl', { dialects }).dialect).toBeUndefined();
  });

  it('match the whole path where it is absolute or begins with **', () => {
    expect(opened('/data/a.json', { dialects: { '/data/*.json': 'plain' } }).dialect).toBe('plain');
    expect(opened('/more/data/a.json', { dialects: { '/data/*.json': 'plain' } }).dialect).toBeUndefined();
    expect(opened('/more/data/a.json', { dialects: { '**/data/*': 'plain' } }).dialect).toBe('plain');
    expect(opened('C:/data/a.json', { dialects: { 'C:/data/*': 'plain' } }).dialect).toBe('plain');
  });

  it('are chosen by the last pattern that matches, before the general setting', () => {
    const dialects = { '*.jsonl': 'plain', 'eval/*.jsonl': 'r1-searcher' };
    expect(opened('/eval/a.jsonl', { dialects }).dialect).toBe('r1-searcher');
    expect(opened('/train/a.jsonl', { dialects }).dialect).toBe('plain');
    expect(opened('/train/a.json', { dialect: 'search-r1', dialects }).dialect).toBe('search-r1');
    expect(
      opened('/a.jsonl', { dialect: 'search-r1', dialects: { '*.jsonl': 'auto' } }).dialect,
    ).toBeUndefined();
    expect(opened('/a.jsonl', { containers: { '*': 'verl-jsonl' } }).container).toBe('verl-jsonl');
  });

  it('are told where their name is unknown, and detected', () => {
    const found = opened('/a.jsonl', { dialects: { '*': 'no-such' }, containers: { '*': 'nor-this' } });
    expect([found.dialect, found.container]).toEqual([undefined, undefined]);
    expect(found.told.join()).toMatch(/"no-such".*"nor-this"/);
    expect(opened('/a.json', { dialects: { '*.jsonl': 'no-such' } }).told).toEqual([]);
  });
});
