import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { containerOf, containers } from '../../../core/containers';
import { profiles } from '../../../core/reward/profiles';
import { dialects } from '../../../core/trace/dialects';
import { run, values } from '../cli/run';
import { blocks, firstCells, pagesIn, read, section } from './pages';

const containerIds = containers.map(({ id }) => id).sort();
const profileIds = profiles.map(({ id }) => id);
const dialectIds = dialects.map(({ id }) => id).sort();

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracehop-docs-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Writes the example of a page: its last block, under the name that the line before it gives, in a folder of its own. */
function writeExample(page: string): string {
  const all = blocks(read(page));
  const { language, text } = all.at(-1) ?? { language: '', text: '' };
  const name = /^`([^`\n]+)`:\n\n```\w+\n[^`]*```\n*$/m.exec(section(`${read(page)}\n`, '## Example'))?.[1];
  const place = mkdtempSync(join(folder, 'example-'));
  const path = join(place, name ?? `example.${language === 'text' ? 'txt' : language}`);
  writeFileSync(path, text);
  // A page may need a `tracehop.yml` beside its example.
  const config = all.find((block) => block.language === 'yaml');
  if (config) writeFileSync(join(place, 'tracehop.yml'), config.text);
  return path;
}

/** Parses the example of a page. */
async function parseExample(page: string, options: readonly string[] = []) {
  const path = writeExample(page);
  const { code, out } = await run(dirname(path), 'parse', path, ...options);
  expect(code).toBe(0);
  return values(out);
}

describe('containers', () => {
  it('have a page each, and no page is left over', () => {
    expect(pagesIn('docs/formats')).toEqual(containerIds);
  });

  it('stand in the tables of the index and of the README', () => {
    expect(firstCells(section(read('docs/README.md'), '## Formats')).slice(1).sort()).toEqual(containerIds);
    const readme = firstCells(section(read('README.md'), '## What it reads'));
    expect(readme.slice(1, 1 + containerIds.length).sort()).toEqual(containerIds);
  });

  it.each(containerIds)('the page of %s has the headings of the others, and an example that is one', async (id) => {
    const page = read(`docs/formats/${id}.md`);
    expect(page.startsWith(`# ${id}\n`)).toBe(true);
    for (const heading of ['What writes it', 'How it is recognised', 'What a rollout gets', 'Faults', 'Example'])
      expect(page).toContain(`\n## ${heading}\n`);
    const holds = containerOf(id)?.holds;
    if (holds !== 'rollouts') {
      const { out } = await run(folder, 'inspect', writeExample(`docs/formats/${id}.md`), '--json');
      expect(JSON.parse(out)).toMatchObject([{ container: id, holds, rollouts: 0, broken: 0 }]);
      return;
    }
    const rollouts = await parseExample(`docs/formats/${id}.md`);
    expect(new Set(rollouts.map(({ container }) => container))).toEqual(new Set([id]));
    // Some systems keep the wording of the question in another file.
    expect(['Which river crosses Zorvia?', null]).toContain(rollouts[0]?.['question']);
  });
});

describe('dialects', () => {
  it('have a page each, and no page is left over', () => {
    expect(pagesIn('docs/dialects')).toEqual(dialectIds);
  });

  it('stand in the tables of the index and of the README', () => {
    expect(firstCells(section(read('docs/README.md'), '## Dialects')).slice(1).sort()).toEqual(dialectIds);
    const readme = firstCells(section(read('README.md'), '## What it reads'));
    expect(readme.slice(-dialectIds.length).sort()).toEqual(dialectIds);
  });

  it.each(dialects.map((dialect) => [dialect.id, dialect] as const))(
    'the page of %s names its tags, and has an example that is one',
    async (id, { tags }) => {
      const page = read(`docs/dialects/${id}.md`);
      expect(page.startsWith(`# ${id}\n`)).toBe(true);
      const listed = section(page, '## Tags').replaceAll('\\|', '|');
      for (const { open, close } of tags)
        expect(listed).toContain(close === null ? `\`${open}\`` : `\`${open}\` \`${close}\``);
      for (const heading of ['How it is recognised', 'How turns are cut', 'Quirks reproduced', 'What is reported'])
        expect(page).toContain(`\n## ${heading}\n`);
      const rollouts = await parseExample(`docs/dialects/${id}.md`);
      expect(rollouts.map(({ dialect }) => dialect)).toEqual([id]);
      expect(rollouts[0]?.['answer']).toBe(id === 'plain' ? null : 'Melka');
    },
  );
});

describe('reward profiles', () => {
  it('have a page each, and no page is left over', () => {
    expect(pagesIn('docs/rewards')).toEqual([...profileIds].sort());
  });

  it('stand in the table of the index, in their order', () => {
    expect(firstCells(section(read('docs/README.md'), '## Rewards')).slice(1)).toEqual(profileIds);
  });

  it.each(profiles.map((profile) => [profile.id, profile] as const))(
    'the page of %s lists its components with their weights, and has an example with its total',
    async (id, { components }) => {
      const page = read(`docs/rewards/${id}.md`);
      expect(page.startsWith(`# ${id}\n`)).toBe(true);
      const headings = Array.from(page.matchAll(/^## (.+)$/gm), ([, heading]) => heading);
      expect(headings).toEqual([
        'Where it comes from',
        'Components',
        'How the answer is extracted',
        'Quirks reproduced',
        'What it needs',
        'Example',
      ]);
      const rows = section(page, '## Components').matchAll(/^\| `([a-z-]+)` \| ([\d.]+) \|/gm);
      expect(Array.from(rows, ([, name, weight]) => [name, Number(weight)])).toEqual(
        components.map(({ component, weight }) => [component.name, weight]),
      );
      const path = join(folder, `${id}.jsonl`);
      writeFileSync(path, blocks(page).at(-1)?.text ?? '');
      const { out } = await run(folder, 'score', path, '--profile', id);
      const total = Number(/^Total (\d(?:\.\d+)?):/m.exec(page)?.[1]);
      expect(values(out)).toMatchObject([{ profile: id, total }]);
      // The file of the example records what the trainer gave.
      expect(JSON.parse(blocks(page).at(-1)?.text ?? '')).toMatchObject({ score: total });
    },
  );
});
