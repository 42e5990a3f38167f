import { describe, expect, it } from 'vitest';
import { run } from '../cli/run';
import { blocks, pages, read, root, section } from './pages';

const page = read('docs/command-line.md');
const help = async (...args: string[]) => (await run(root, ...args, '--help')).out;
const flags = (text: string) => new Set(Array.from(text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g), ([flag]) => flag));

const commands = Array.from((await help()).matchAll(/^ {2}(\w+) \[options\]/gm), ([, name = '']) => name);

describe('the page of the command line', () => {
  it('has a section for every command, and no other', () => {
    const sections = Array.from(page.matchAll(/^## (.+)$/gm), ([, name]) => name);
    expect(commands).toContain('inspect');
    expect(sections).toEqual(commands);
  });

  it.each(commands)('lists the options of %s as its help does', async (command) => {
    const options = (await help(command)).split('Options:')[1]?.split(/\n\n/)[0] ?? '';
    const known = Array.from(options.matchAll(/^ {2}(--[a-z-]+(?: <\w+>)?)/gm), ([, option]) => option);
    const listed = Array.from(
      section(page, `## ${command}`).matchAll(/^\| `(--[^`]+)` \|/gm),
      ([, option]) => option,
    );
    expect(listed).toEqual(known);
  });

  it('names no option that does not exist', async () => {
    const known = flags((await Promise.all([[], ...commands.map((name) => [name])].map((args) => help(...args)))).join());
    for (const flag of flags(page)) expect(known).toContain(flag);
  });
});

const shown = pages().flatMap((path) =>
  blocks(read(path))
    .filter(({ language }) => language === 'console')
    .map(({ text }) => ({ path, text })),
);

it('there is output to compare', () => {
  expect(shown.length).toBeGreaterThan(3);
});

describe.each(shown)('output on $path', ({ text }) => {
  const [command = '', ...lines] = text.trimEnd().split('\n');

  // A line with nothing but … stands for any lines.
  it(command, async () => {
    const args = command.replace('$ npm run -s tracehop -- ', '').split(' ');
    const { out, err } = await run(root, ...args);
    const printed = `${out}${err}`;
    let at = 0;
    for (const stretch of lines.join('\n').split(/^…$\n?/m)) {
      const found = printed.indexOf(stretch, at);
      expect(found, `in the output:\n${stretch}`).toBeGreaterThanOrEqual(at);
      at = found + stretch.length;
    }
    if (!lines.includes('…')) expect(`${lines.join('\n')}\n`).toBe(printed);
  });
});
