import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Parameter } from '../../../core/protocol/bridge/recipes';
import { parseRecipe } from '../../../core/training/recipe/parse';
import { hintOf, keptTexts, sorted, textsOf, valuesOf } from '../../../webview/views/training/form-model';

const { recipe } = parseRecipe(
  readFileSync(new URL('../../../recipes/query-complexity.yml', import.meta.url), 'utf8'),
);
if (!recipe) throw new Error('the recipe cannot be read');
const { parameters } = recipe;

const flag: Parameter = {
  ...{ type: 'bool', default: true, min: null, max: null, choices: [], pattern: null },
  ...{ help: '', unit: null, advanced: false, path: null },
};

describe('the form of a recipe', () => {
  it('begins with the defaults, or the values of a job', () => {
    expect(textsOf(parameters, null)).toMatchObject({ epochs: '200', learning_rate: '0.0005', seed: '1' });
    expect(textsOf(parameters, { epochs: 3, other: 1 })).toMatchObject({ epochs: '3', seed: '1' });
    expect(textsOf(parameters, { other: 1 })).not.toHaveProperty('other');
  });

  it('gives typed values, and nothing for what is wrong', () => {
    const { values, problems } = valuesOf(parameters, {
      ...textsOf(parameters, null),
      ...{ epochs: ' 12 ', learning_rate: '1e-3', hidden: '1.5', dropout: '', batch_size: '0x10' },
    });
    expect(values).toMatchObject({ epochs: 12, learning_rate: 0.001 });
    expect(Object.keys(problems).sort()).toEqual(['batch_size', 'dropout', 'hidden']);
    expect(problems['hidden']).toBe('Must be a whole number from 2 to 512.');
    expect(values).not.toHaveProperty('hidden');
  });

  it.each([
    ['true', true],
    ['false', false],
  ])('takes a box that says %s', (text, value) => {
    expect(valuesOf({ flag }, { flag: text }).values).toEqual({ flag: value });
  });

  it('keeps what was typed, as far as the recipe has it', () => {
    const kept = keptTexts(parameters, null, { epochs: 'abc', gone: '1', seed: 7 });
    expect(kept).toMatchObject({ epochs: 'abc', seed: '1' });
    expect(kept).not.toHaveProperty('gone');
    expect(keptTexts(parameters, null, null)).toEqual(textsOf(parameters, null));
  });

  it('says what a field may hold', () => {
    const hint = (name: string): string => hintOf(parameters[name] as Parameter);
    expect(hint('epochs')).toBe('from 1 to 2000, default 200');
    expect(hint('batch_size')).toBe('from 1 to 512 questions, default 4');
    expect(hintOf({ ...flag, type: 'string', default: null })).toBe('required');
  });

  it('puts the advanced parameters apart', () => {
    const { plain, advanced } = sorted(parameters);
    expect(advanced.map(([name]) => name)).toEqual(['weight_decay', 'buckets', 'validation_share']);
    expect(plain).toHaveLength(Object.keys(parameters).length - 3);
  });
});
