import type { JsonObject } from '../../core/json';
import { BridgeError } from '../../core/protocol/bridge/codes';
import { objectField, textField } from '../../core/protocol/bridge/fields';
import type { ParameterValue } from '../../core/protocol/bridge/jobs';
import { join } from 'node:path';
import { planOf, soundValues } from '../jobs/launch';
import { detailOf, summaryOf } from '../recipes';
import { handler } from './request';

export const recipeList = handler('recipe.list', (_data, { book }) => ({
  recipes: book.all().map(summaryOf),
}));

export const recipeGet = handler('recipe.get', (data, { book }) => ({
  recipe: detailOf(book.get(textField(data, 'recipe'))),
}));

/** What would run, without running it. */
export const recipeRender = handler('recipe.render', (data, { book, options }) => {
  const { recipe } = book.get(textField(data, 'recipe'));
  const params = soundValues(recipe, paramsField(data));
  const plan = planOf(options, recipe, params, { id: 'JOB', folder: join(options.state, 'jobs', 'JOB') });
  return {
    params,
    stages: plan.stages.map(({ id, argv, cwd, env }) => ({ id, argv, cwd, env: Object.keys(env) })),
  };
});

/** Values of parameters: texts, numbers, true or false. */
export function paramsField(data: JsonObject): Record<string, ParameterValue> {
  return Object.fromEntries(
    Object.entries(objectField(data, 'params')).map(([name, value]): [string, ParameterValue] => {
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        return [name, value];
      throw new BridgeError('param.type', `${name}: must be a text, a number, true or false`);
    }),
  );
}
