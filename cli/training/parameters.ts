import { isAbsolute, resolve } from 'node:path';
import { UsageError } from '../../core/containers/usage-error';
import type { ParameterValue } from '../../core/protocol/bridge/jobs';
import { PATH_ROOTS, type RecipeDetail } from '../../core/protocol/bridge/recipes';
import { checkValues, valueOfText } from '../../core/training/recipe/values';

/**
 * The typed values of `--set name=value`. `cwd`: what relative paths are relative to; null leaves them to the bridge.
 * Throws a UsageError that names every parameter that is wrong, and what it may be.
 */
export function parametersOf(
  { recipe, parameters }: RecipeDetail,
  sets: readonly string[],
  cwd: string | null,
): Record<string, ParameterValue> {
  const given: Record<string, ParameterValue> = {};
  for (const text of sets) {
    const at = text.indexOf('=');
    if (at <= 0) throw new UsageError(`--set ${text}: must be NAME=VALUE`);
    const name = text.slice(0, at);
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const value = parameter ? valueOfText(parameter, text.slice(at + 1)) : text.slice(at + 1);
    given[name] = parameter?.type === 'path' && cwd !== null ? pathOf(String(value), cwd) : value;
  }
  const { problems } = checkValues(parameters, given);
  if (problems.length > 0)
    throw new UsageError(
      [`wrong parameters of ${recipe}:`, ...problems.map(({ message }) => `  ${message}`)].join('\n'),
    );
  return given;
}

function pathOf(value: string, cwd: string): string {
  const rooted = PATH_ROOTS.some((root) => value.startsWith(`${root}:`));
  return value === '' || rooted || isAbsolute(value) ? value : resolve(cwd, value);
}
