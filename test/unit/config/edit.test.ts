import { describe, expect, it } from 'vitest';
import { withFields } from '../../../core/config/edit';
import { readConfig } from '../../../core/config/read';

const fields = { text: 'a.b', question: 'q' };

describe('a field map in tracehop.yml', () => {
  it('makes the file where there is none', () => {
    expect(withFields('', 'runs/x.jsonl', fields)).toBe(
      'version: 1\ncontainers:\n  runs/x.jsonl:\n    fields:\n      text: a.b\n      question: q\n',
    );
  });

  it('keeps comments, order and what else stands there', () => {
    const before = `# Of the team.\nversion: 1 # the only one\n\ncontainers:\n  # older dumps\n  "*.json": raw   # look only\n\n# last\ndialects:\n  a: plain\n`;
    const after = withFields(before, 'x.jsonl', fields);
    expect(after).toBe(
      `# Of the team.\nversion: 1 # the only one\n\ncontainers:\n  # older dumps\n  "*.json": raw # look only\n  x.jsonl:\n    fields:\n      text: a.b\n      question: q\n\n# last\ndialects:\n  a: plain\n`,
    );
    expect(readConfig(after).problems).toEqual([]);
  });

  it('comes after all others, also where the glob stood before', () => {
    const before = 'version: 1\ncontainers:\n  x.jsonl: raw\n  "*": json\n';
    const after = withFields(before, 'x.jsonl', fields);
    expect(Object.keys(readConfig(after).config.containers)).toEqual(['*', 'x.jsonl']);
    expect(withFields(after, 'x.jsonl', { messages: 'm' })).not.toContain('a.b');
  });

  it('goes into files of comments, without a version, and with empty containers', () => {
    for (const before of [
      '# only this\n',
      'dialects:\n  a: plain\n',
      'version: 1\ncontainers: {}\n',
      'version: 1\ncontainers:\n',
    ]) {
      const after = withFields(before, 'x', fields);
      expect(readConfig(after).problems, after).toEqual([]);
      expect(readConfig(after).config.containers).toEqual({
        x: { fields: { text: ['a', 'b'], question: ['q'] } },
      });
      if (before.startsWith('#')) expect(after).toContain('# only this');
    }
  });

  it('quotes globs and paths that YAML would read otherwise', () => {
    for (const glob of [
      '*.jsonl',
      '[a]/x',
      '{a,b}',
      'a: b',
      '- x',
      '#a',
      'yes',
      '1',
      '!a',
      '&a',
      "it's",
      'Ünïcode😀.json',
      '__proto__',
    ]) {
      const text = withFields('', glob, { text: 'm["a.b"]' });
      const { config, problems } = readConfig(text);
      expect(problems, text).toEqual([]);
      expect(Object.entries(config.containers), text).toEqual([[glob, { fields: { text: ['m', 'a.b'] } }]]);
    }
  });

  it('is refused where the file is broken, or of another version', () => {
    expect(() => withFields('a: [\n', 'x', fields)).toThrow(/line 2, column 1.*mend it first/);
    expect(() => withFields('version: 1\ncontainers: 3\n', 'x', fields)).toThrow(
      /`containers` in tracehop.yml/,
    );
    expect(() => withFields('version: 2\n', 'x', fields)).toThrow(/version is 2/);
    expect(() => withFields('- a\n', 'x', fields)).toThrow(/holds no keys/);
  });
});
