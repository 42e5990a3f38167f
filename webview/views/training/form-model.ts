import type { TrainingParams } from '../../../core/protocol/panels/training';
import type { Parameter, RecipeDetail } from '../../../core/protocol/bridge/recipes';
import { checkValue, rangeOf, valueOfText } from '../../../core/training/recipe/values';
import { sentence } from '../../../core/words';

/** What stands in the fields, by parameter: texts, as they were typed; of a checkbox `true` or `false`. */
export type Texts = Readonly<Record<string, string>>;

type Parameters = RecipeDetail['parameters'];

/** The fields at first: values of an earlier job where there is one, else the defaults. */
export function textsOf(parameters: Parameters, params: TrainingParams | null): Texts {
  const entries = Object.entries(parameters).map(([name, { default: given, type }]): [string, string] => {
    const value = params && Object.hasOwn(params, name) ? params[name] : given;
    return [name, value === null || value === undefined ? (type === 'bool' ? 'false' : '') : String(value)];
  });
  return Object.fromEntries(entries);
}

/** The fields that a page kept, as far as the recipe still has them. */
export function keptTexts(parameters: Parameters, params: TrainingParams | null, kept: unknown): Texts {
  const first = textsOf(parameters, params);
  if (typeof kept !== 'object' || kept === null) return first;
  const entries = Object.entries(kept).filter(
    (entry): entry is [string, string] => Object.hasOwn(first, entry[0]) && typeof entry[1] === 'string',
  );
  return { ...first, ...Object.fromEntries(entries) };
}

/** The values that the fields mean, and what is wrong with which; a value that is wrong is left out. */
export function valuesOf(
  parameters: Parameters,
  texts: Texts,
): { readonly values: TrainingParams; readonly problems: Readonly<Record<string, string>> } {
  const values: Record<string, TrainingParams[string]> = {};
  const problems: Record<string, string> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const text = texts[name] ?? '';
    const checked = checkValue(name, parameter, valueOfText(parameter, text.trim()));
    if (checked.ok) values[name] = checked.value;
    else problems[name] = sentence(checked.message.slice(`${name}: `.length));
  }
  return { values, problems };
}

/** `from 1 to 2000`, and the default: what a field may hold, under it. */
export function hintOf(parameter: Parameter): string {
  const range = rangeOf(parameter).trim();
  const unit = parameter.unit !== null && range === '' ? parameter.unit : '';
  const given = parameter.default === null ? 'required' : `default ${String(parameter.default)}`;
  return [range, unit, given].filter((part) => part !== '').join(', ');
}

/** The parameters that are shown at once, and those that are not. */
export function sorted(parameters: Parameters): {
  readonly plain: readonly [string, Parameter][];
  readonly advanced: readonly [string, Parameter][];
} {
  const all = Object.entries(parameters);
  return {
    plain: all.filter(([, { advanced }]) => !advanced),
    advanced: all.filter(([, { advanced }]) => advanced),
  };
}
