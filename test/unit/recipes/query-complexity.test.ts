import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Parameter {
  readonly type: string;
  readonly default: unknown;
  readonly min?: number;
  readonly max?: number;
  readonly help: string;
}

interface Recipe {
  readonly recipe: string;
  readonly docs: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly environments: { readonly python: { readonly checks: readonly { readonly hint: string }[] } };
  readonly stages: readonly { readonly argv: readonly string[] }[];
  readonly outputs: readonly { readonly id: string; readonly glob: string }[];
  readonly success: { readonly require: readonly string[] };
}

const root = resolve(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const recipe = parse(read('recipes/query-complexity.yml'), { version: '1.2', schema: 'core' }) as Recipe;
const page = read(recipe.docs);
const settings = read('trainer/tracehop_trainer/settings.py');
const argv = recipe.stages[0]?.argv ?? [];

/** The rows below a heading of the page, as lists of cells without backticks. */
function rows(heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

describe('the recipe query-complexity', () => {
  it('is on its page with every parameter', () => {
    expect(page.startsWith(`# ${recipe.recipe}\n`)).toBe(true);
    const decimal = (value: number) => (value < 0.0001 && value > 0 ? value.toFixed(6) : String(value));
    const range = ({ min, max }: Parameter) =>
      min === undefined || max === undefined ? '' : `${decimal(min)} to ${decimal(max)}`;
    expect(rows('Parameters')).toEqual(
      Object.entries(recipe.parameters).map(([name, parameter]) => [
        name,
        parameter.type,
        String(parameter.default),
        range(parameter),
        parameter.help,
      ]),
    );
  });

  it('hands every parameter to its option, and nothing else', () => {
    const pairs = argv.slice(3);
    const named = pairs.filter((_, index) => index % 2 === 0);
    const values = pairs.filter((_, index) => index % 2 === 1);
    const flags = Object.keys(recipe.parameters).map((name) => `--${name.replaceAll('_', '-')}`);
    expect(named.filter((name) => name !== '--out').sort()).toEqual(flags.sort());
    named.forEach((name, index) => {
      const own = `\${param.${name.slice(2).replaceAll('-', '_')}}`;
      expect(values[index]).toBe(name === '--out' ? '${job.dir}/out' : own);
    });
  });

  it('has the defaults of the command line', () => {
    const fields = settings.matchAll(/^ {4}(\w+): (?:int|float) = (\S+)$/gm);
    const defaults = new Map(Array.from(fields, ([, name = '', value]) => [name, Number(value)]));
    const { questions, ...numbers } = recipe.parameters;
    expect(new Map(Object.entries(numbers).map(([name, each]) => [name, each.default]))).toEqual(defaults);
    expect(defaults.size).toBe(9);
    const [, path] = String(questions?.default).split('product:');
    expect(read(String(path)).split('\n').length).toBeGreaterThan(60);
  });

  it('writes floats so that they stay floats', () => {
    const text = read('recipes/query-complexity.yml');
    for (const [name, { type }] of Object.entries(recipe.parameters)) {
      const block = text.split(`\n  ${name}:\n`)[1]?.split(/\n {2}\w/)[0] ?? '';
      const written = Array.from(
        block.matchAll(/^ {4}(?:default|min|max): ([\d.e-]+)$/gm),
        ([, value]) => value,
      );
      for (const value of written)
        expect(String(value).includes('.'), `${name}: ${value}`).toBe(type === 'float');
    }
  });

  it('requires and describes what the trainer writes', () => {
    const ids = recipe.outputs.map(({ id }) => id);
    for (const id of recipe.success.require) expect(ids).toContain(id);
    const files = recipe.outputs.map(({ glob }) => glob).sort();
    expect(
      rows('What it writes')
        .map(([file]) => file)
        .sort(),
    ).toEqual(files);
    const trainer = read('trainer/tracehop_trainer/query_complexity.py');
    for (const file of files) expect(trainer).toContain(`"${file.slice('out/'.length)}"`);
  });

  it('names the pinned torch where it says how to install it', () => {
    const pin = read('trainer/requirements.txt').trim();
    expect(recipe.environments.python.checks[0]?.hint).toContain(pin);
    expect(page).toContain(`pip install ${pin}\n`);
  });
});
