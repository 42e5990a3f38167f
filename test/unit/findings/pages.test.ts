import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rules } from '../../../core/findings';

const folder = new URL('../../../docs/findings/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const ids = rules.map(({ id }) => id);

it('every rule has a page and every page a rule', () => {
  const pages = readdirSync(folder)
    .filter((name) => name !== 'README.md')
    .map((name) => name.replace(/\.md$/, ''));
  expect(pages.sort()).toEqual([...ids].sort());
});

it.each(rules.map((rule) => [rule.id, rule] as const))(
  'the page of %s says what the rule does',
  (id, rule) => {
    const page = read(`${id}.md`);
    expect(page.startsWith(`# ${id}\n`)).toBe(true);
    expect(page).toContain(`**${rule.severity}**`);
    const headings = Array.from(page.matchAll(/^## (.+)$/gm), (match) => match[1]);
    expect(headings).toEqual([
      'What it means',
      'Why it matters for the reward',
      'Example',
      'When it is fine',
      'What to change',
      'Change its severity',
    ]);
    expect(page).toContain(`"tracehop.findings.severity": { "${id}":`);
  },
);

it('the overview lists the rules in their order, with their severities', () => {
  const rows = Array.from(
    read('README.md').matchAll(/^\| \[([a-z-]+)\]\(\1\.md\)\s*\|[^|]+\| (\w+)\s*\|$/gm),
    (match) => [match[1], match[2]],
  );
  expect(rows).toEqual(rules.map(({ id, severity }) => [id, severity]));
});

it('links between pages lead somewhere', () => {
  for (const name of readdirSync(folder)) {
    for (const [, target] of read(name).matchAll(/\]\(([a-z-]+)\.md\)/g)) expect(ids).toContain(target);
  }
});

it('ids are unique and every rule explains itself', () => {
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, title, explanation } of rules) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(title).not.toMatch(/[.]$/);
    expect(explanation).toMatch(/\.$/);
  }
});
