import type { ErrorCode } from '../../protocol/bridge/codes';
import type { ParameterValue } from '../../protocol/bridge/jobs';
import { LIMITS } from '../../protocol/bridge/limits';
import type { Parameter } from '../../protocol/bridge/recipes';

/** A value that a parameter takes, or why it does not, naming the parameter and what is allowed. */
export type CheckedValue =
  | { readonly ok: true; readonly value: ParameterValue }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string };

/** A parameter that was given wrongly. */
export interface ValueProblem {
  readonly parameter: string;
  readonly code: ErrorCode;
  readonly message: string;
}

const CONTROL = /\p{Cc}/u;

/** Checks a typed value. A path is checked as text only: where it leads is for the host to say. */
export function checkValue(name: string, parameter: Parameter, value: unknown): CheckedValue {
  const fail = (code: ErrorCode, message: string): CheckedValue => ({
    ok: false,
    code,
    message: `${name}: ${message}`,
  });
  switch (parameter.type) {
    case 'int':
    case 'float': {
      const wanted = parameter.type === 'int' ? 'a whole number' : 'a number';
      if (
        typeof value !== 'number' ||
        !Number.isFinite(value) ||
        (parameter.type === 'int' && !Number.isSafeInteger(value))
      )
        return fail('param.type', `must be ${wanted}${rangeOf(parameter)}`);
      const { min, max } = parameter;
      if ((min !== null && value < min) || (max !== null && value > max))
        return fail('param.range', `${value} is out of range; it must be ${wanted}${rangeOf(parameter)}`);
      return { ok: true, value };
    }
    case 'bool':
      if (typeof value !== 'boolean') return fail('param.type', 'must be true or false');
      return { ok: true, value };
    case 'enum':
      if (typeof value !== 'string' || !parameter.choices.includes(value))
        return fail('param.range', `must be one of ${parameter.choices.join(', ')}`);
      return { ok: true, value };
    case 'string':
    case 'path': {
      if (typeof value !== 'string') return fail('param.type', 'must be a text');
      if (value.length > LIMITS.path_length)
        return fail('param.range', `is longer than ${LIMITS.path_length} characters`);
      if (CONTROL.test(value)) return fail('param.pattern', 'holds a control character');
      if (parameter.type === 'path' && value === '') return fail('param.required', 'must name a path');
      if (parameter.pattern !== null && !new RegExp(parameter.pattern, 'u').test(value))
        return fail('param.pattern', `${JSON.stringify(value)} does not match ${parameter.pattern}`);
      return { ok: true, value };
    }
  }
}

/** ` from 1 to 10`, ` from 1`, ` up to 10`, or nothing. */
export function rangeOf({ min, max, unit }: Parameter): string {
  const range =
    min !== null && max !== null
      ? ` from ${min} to ${max}`
      : min !== null
        ? ` from ${min}`
        : max !== null
          ? ` up to ${max}`
          : '';
  return `${range}${unit === null || range === '' ? '' : ` ${unit}`}`;
}

/** Checks values against declarations and fills in defaults. */
export function checkValues(
  parameters: Readonly<Record<string, Parameter>>,
  given: Readonly<Record<string, unknown>>,
): { readonly values: Record<string, ParameterValue>; readonly problems: readonly ValueProblem[] } {
  const problems: ValueProblem[] = [];
  const values: Record<string, ParameterValue> = {};
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(parameters, name)) continue;
    const known = Object.keys(parameters).join(', ');
    problems.push({
      parameter: name,
      code: 'param.unknown',
      message: `${name}: no such parameter; there are ${known}`,
    });
  }
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = Object.hasOwn(given, name) ? given[name] : (parameter.default ?? undefined);
    if (value === undefined) {
      problems.push({ parameter: name, code: 'param.required', message: `${name}: must be given` });
      continue;
    }
    const checked = checkValue(name, parameter, value);
    if (checked.ok) values[name] = checked.value;
    else problems.push({ parameter: name, code: checked.code, message: checked.message });
  }
  return { values, problems };
}

/** The typed value of a text, as a command line gives it. What is no value of the type stays a text and is refused by {@link checkValue}. */
export function valueOfText(parameter: Parameter, text: string): ParameterValue {
  switch (parameter.type) {
    case 'int':
    case 'float':
      return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
    case 'bool':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'string':
    case 'enum':
    case 'path':
      return text;
  }
}
