import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BrokenLabelFile, LabelFile, RolloutLabel } from '../make/labels';
import { policies as r1Policies } from '../make/r1-searcher/policies';
import { policies } from '../make/search-r1/policies';

const root = new URL('../../', import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const folder = 'test/fixtures/labels';
const files = readdirSync(join(root, folder))
  .filter((name) => name.endsWith('.json') && name !== 'broken.jsonl.json')
  .map((name) => JSON.parse(read(join(folder, name))) as LabelFile);

/** The own text of every rollout of a labelled file. */
function texts({ file, rollouts }: LabelFile): string[] {
  const content = read(file);
  if (!file.endsWith('.jsonl')) {
    let at = 0;
    return rollouts.map(({ length }) => {
      const start = content.indexOf('<|im_start|>system', at);
      at = start + length;
      return content.slice(start, at);
    });
  }
  return content
    .trimEnd()
    .split('\n')
    .map((line) => {
      const record = JSON.parse(line) as Record<string, string>;
      return (
        (record.input ?? '') +
        (record.output ?? record.solution ?? record.gen_text_store ?? record.generated_text ?? '')
      );
    });
}

const mean = (rollouts: readonly RolloutLabel[]): number =>
  rollouts.reduce((sum, rollout) => sum + (rollout.score ?? 0), 0) / rollouts.length;

describe.each(files)('the labels of $file', (file) => {
  const own = texts(file);

  it('cover every rollout, each text in order and without gaps', () => {
    expect(own.length).toBe(file.rollouts.length);
    for (const [i, { runs, length }] of file.rollouts.entries()) {
      expect(own[i]?.length).toBe(length);
      expect(runs.map(({ start }) => start)).toEqual([0, ...runs.slice(0, -1).map(({ end }) => end)]);
      expect(runs.at(-1)?.end).toBe(length);
    }
  });

  it('give the environment its documents and notices, and nothing else', () => {
    for (const [i, label] of file.rollouts.entries()) {
      const written = label.runs
        .filter(({ by }) => by === 'environment')
        .map(({ start, end }) => own[i]?.slice(start, end) ?? '');
      expect(written.length).toBe(label.searches.length + label.notices);
      for (const text of written) {
        expect(text).toMatch(
          /^(\n\n<information>|\nMy previous action is invalid|\n\n<\|begin_of_documents\|>\n)/,
        );
      }
      const blocks = written.filter((text) => !text.startsWith('\nMy'));
      for (const [n, search] of label.searches.entries()) {
        for (const title of search.titles.slice(0, search.shown)) {
          expect(blocks[n]?.replaceAll('""', '"')).toContain(title);
        }
        if (file.dialect === 'search-r1')
          expect(!blocks[n]?.trimEnd().endsWith('</information>')).toBe(search.truncated);
      }
    }
  });

  it('point at the tags that are left alone', () => {
    for (const [i, label] of file.rollouts.entries()) {
      for (const { tag, start } of label.unbalanced) expect(own[i]?.startsWith(tag, start)).toBe(true);
    }
  });

  it('never name a finding both expected and optional', () => {
    for (const label of file.rollouts) {
      expect(label.findings.filter((id) => label.optional.includes(id))).toEqual([]);
    }
  });
});

describe('the labels together', () => {
  const all = files.flatMap((file) => file.rollouts);

  it('hold every behaviour', () => {
    const played = new Set(all.map((label) => label.behaviour));
    expect([...policies, ...r1Policies].map(({ name }) => name).filter((name) => !played.has(name))).toEqual(
      [],
    );
  });

  it('hold every finding, and rollouts without any', () => {
    expect(new Set(all.flatMap((label) => label.findings)).size).toBe(14);
    expect(all.filter((label) => label.findings.length === 0).length).toBeGreaterThan(20);
  });

  it('show a policy that learns', () => {
    const means = [1, 20, 40].map((step) =>
      mean(files.find(({ file }) => file.endsWith(`step_${step}.jsonl`))?.rollouts ?? []),
    );
    expect(means).toEqual([...means].sort((a, b) => a - b));
  });

  it('have a last turn that was cut inside a word', () => {
    const cut = files.flatMap((file) =>
      texts(file).filter((_, i) => file.rollouts[i]?.behaviour.startsWith('cut-')),
    );
    expect(cut.some((text) => /\b(mount|compo|north|treat|harbo|bridg)(<\|endoftext\|>)?$/.test(text))).toBe(
      true,
    );
  });
});

describe('broken.jsonl', () => {
  it('holds the labelled lines where the labels say', () => {
    const { file, lines } = JSON.parse(read(`${folder}/broken.jsonl.json`)) as BrokenLabelFile;
    const bytes = readFileSync(join(root, file));
    for (const { byteStart, byteEnd, expect: what } of lines) {
      expect(byteStart === 0 || bytes[byteStart - 1] === 10).toBe(true);
      expect(byteEnd === bytes.length || bytes[byteEnd] === 10 || bytes[byteEnd] === 13).toBe(true);
      expect(byteEnd === byteStart).toBe(what === 'nothing');
    }
  });
});
