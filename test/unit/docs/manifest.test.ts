import { expect, it } from 'vitest';
import { containers } from '../../../core/containers';
import { rules } from '../../../core/findings';
import { dialects } from '../../../core/trace/dialects';
import { read, section } from './pages';

interface Setting {
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface Contributes {
  readonly commands?: readonly { readonly command: string; readonly title: string }[];
  readonly keybindings?: readonly { readonly command: string; readonly key: string }[];
  readonly menus?: { readonly commandPalette?: readonly { readonly command: string; readonly when: string }[] };
  readonly configuration?: { readonly properties?: Readonly<Record<string, Setting>> };
}

const manifest = JSON.parse(read('package.json')) as {
  readonly contributes?: Contributes;
  readonly scripts: Readonly<Record<string, string>>;
};
const words = manifest.contributes
  ? (JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>)
  : {};
const { commands = [], keybindings = [], menus, configuration } = manifest.contributes ?? {};
const settings = configuration?.properties ?? {};
const readme = read('README.md');

/** The rows of the tables of a section of the README, as lists of cells. */
function rows(heading: string): string[][] {
  const lines = section(readme, heading).split('\n');
  const cells = lines.filter((line) => line.startsWith('| `')).map((line) => line.split('|').slice(1, -1));
  return cells.map((row) => row.map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')));
}

const contributed = manifest.contributes !== undefined;

it.runIf(contributed)('the README lists every command of the palette, with its title and its key', () => {
  const hidden = menus?.commandPalette?.filter(({ when }) => when === 'false') ?? [];
  const shown = commands.filter(({ command }) => !hidden.some((each) => each.command === command));
  const wanted = shown.map(({ command, title }) => {
    const key = keybindings.find((binding) => binding.command === command)?.key ?? '';
    return [command, `Tracehop: ${words[title.slice(1, -1)] ?? title}`, key];
  });
  expect(rows('## Commands').map(([id, title, key = '']) => [id, title, key.toLowerCase()])).toEqual(wanted);
});

it.runIf(contributed)('every command that a page names exists', () => {
  const known = [...commands.map(({ command }) => command), ...Object.keys(settings)];
  for (const [, name = ''] of readme.matchAll(/`(tracehop\.[\w.]+)`/g)) expect(known).toContain(name);
});

it.runIf(contributed)('the README lists every setting with its default', () => {
  const written = rows('## Settings').map(([name, value]) => [name, value]);
  const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  expect(written).toEqual(Object.entries(settings).map(([name, setting]) => [name, shown(setting.default)]));
});

it.runIf(contributed)('the settings know every dialect, container and rule', () => {
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).sort();
  const choices = (name: string) => settings[name]?.enum?.filter((value) => value !== 'auto').toSorted();
  expect(choices('tracehop.dialect')).toEqual(ids(dialects));
  expect(choices('tracehop.container')).toEqual(ids(containers));
  expect(Object.keys(settings['tracehop.findings.severity']?.properties ?? {}).sort()).toEqual(ids(rules));
});

it('the README counts the rules', () => {
  expect(readme).toMatch(new RegExp(`There are ${rules.length}\\s+rules`));
});

it.each(['README.md', 'CONTRIBUTING.md', 'docs/benchmarks.md', 'docs/command-line.md'])(
  'the npm scripts of %s exist',
  (page) => {
    const text = read(page);
    for (const [, name = ''] of text.matchAll(/npm run (?:-s )?([\w:]+)/g))
      expect(Object.keys(manifest.scripts)).toContain(name);
  },
);

it('the stages of npm test are those that CONTRIBUTING lists', () => {
  const script = read('scripts/test.mjs');
  const stages = Array.from(script.matchAll(/^ {2}(\w+): \(\) => /gm), ([, name]) => name);
  const listed = Array.from(
    section(read('CONTRIBUTING.md'), '## Tests').matchAll(/^\| `(\w+)` *\|/gm),
    ([, name]) => name,
  );
  expect(listed).toEqual(stages);
});
