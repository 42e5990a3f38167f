import type { ParameterValue } from '../../protocol/bridge/jobs';
import { PARAMETER_TYPES, PATH_ROOTS, type Parameter, type PathRoot } from '../../protocol/bridge/recipes';
import type { Fields } from './fields';
import { checkValue } from './values';

/** What a string may hold where a recipe does not say. */
const DEFAULT_PATTERN = '^[A-Za-z0-9 _.,:@%+=/-]{0,200}$';

/** Reads the declaration of a parameter. */
export function readParameter(name: string, fields: Fields): Parameter {
  const type = fields.choice('type', PARAMETER_TYPES);
  const parameter: Parameter = {
    type,
    default: defaultOf(fields),
    min: fields.number('min'),
    max: fields.number('max'),
    choices: fields.texts('choices'),
    pattern: patternOf(fields) ?? (type === 'string' ? DEFAULT_PATTERN : null),
    help: fields.text('help', ' ').trim(),
    unit: fields.has('unit') ? fields.text('unit') : null,
    advanced: fields.flag('advanced', false),
    path: pathOf(fields),
  };
  fields.end();
  const numeric = type === 'int' || type === 'float';
  if ((parameter.min !== null || parameter.max !== null) && !numeric)
    fields.note(null, `\`min\` and \`max\` belong to numbers, not to ${type}`);
  if (parameter.min !== null && parameter.max !== null && parameter.min > parameter.max)
    fields.note('min', `is above max (${parameter.max})`);
  if ((type === 'enum') !== parameter.choices.length > 0)
    fields.note('choices', type === 'enum' ? 'is missing' : 'belongs to enum');
  if ((type === 'path') !== (parameter.path !== null))
    fields.note('path', type === 'path' ? 'is missing: kind and roots' : 'belongs to the type path');
  if (parameter.default !== null && type !== 'path') {
    const checked = checkValue(name, parameter, parameter.default);
    if (!checked.ok) fields.note('default', checked.message);
  }
  return parameter;
}

function defaultOf(fields: Fields): ParameterValue | null {
  const value = fields.raw('default');
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  fields.note('default', 'must be a text, a number, true or false');
  return null;
}

function patternOf(fields: Fields): string | null {
  if (!fields.has('pattern')) return null;
  const source = fields.text('pattern');
  if (!source.startsWith('^') || !source.endsWith('$'))
    fields.note('pattern', 'must begin with ^ and end with $');
  try {
    new RegExp(source, 'u');
    return source;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    fields.note('pattern', `is no regular expression: ${error.message}`);
    return null;
  }
}

function pathOf(fields: Fields): Parameter['path'] {
  if (!fields.has('path')) return null;
  const path = fields.object('path');
  const roots = path.texts('roots', 1).filter((root): root is PathRoot => {
    const known = (PATH_ROOTS as readonly string[]).includes(root);
    if (!known) path.note('roots', `knows ${PATH_ROOTS.join(', ')}, not ${root}`);
    return known;
  });
  const read = {
    kind: path.choice('kind', ['file', 'dir']),
    roots,
    must_exist: path.flag('must_exist', true),
  };
  path.end();
  return read;
}
