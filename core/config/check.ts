import { isMap, isScalar, isSeq, type Pair, type YAMLMap } from 'yaml';
import { setMember } from '../containers/fields/values';
import { nearest } from './nearest';
import type { ObjectShape, Shape } from './shape';
import type { ConfigProblem, ProblemAt } from './yaml-text';

/** Collects what is wrong. */
export interface Checking {
  readonly problems: ConfigProblem[];
  readonly problemAt: ProblemAt;
}

/** Stands for a value that is not as it has to be. */
export const INVALID = Symbol('invalid');

/** Names that a sentence lists. */
const MOST_NAMED = 12;

/** Reads a YAML node by its shape. What is wrong is told, and the value left out, wherever it can be left out. */
export function valueOf(node: unknown, shape: Shape, name: string, checking: Checking): unknown {
  switch (shape.is) {
    case 'text':
      return textOf(node, shape, name, checking);
    case 'number': {
      const value = isScalar(node) ? node.value : undefined;
      if (typeof value !== 'number' || !Number.isFinite(value))
        return wrong(node, name, 'a number', checking);
      if (shape.only === undefined || value === shape.only) return value;
      return told(node, `${name} is ${value}; only ${shape.only} is known here`, checking);
    }
    case 'list':
      if (!isSeq(node)) return wrong(node, name, 'a list', checking);
      return node.items
        .map((item, at) => valueOf(item, shape.of, `${name}[${at}]`, checking))
        .filter((value) => value !== INVALID);
    case 'names':
      return isMap(node) ? namesIn(node, shape.of, name, checking) : wrong(node, name, 'an object', checking);
    case 'object':
      return isMap(node) ? objectOf(node, shape, name, checking) : wrong(node, name, 'an object', checking);
    case 'anything':
      return isMap(node) ? (node.toJSON() as unknown) : wrong(node, name, 'an object', checking);
    case 'either': {
      const fitting = shape.of.find((each) => fits(node, each));
      if (fitting) return valueOf(node, fitting, name, checking);
      return wrong(node, name, shape.of.map(kindWanted).join(' or '), checking);
    }
  }
}

function textOf(
  node: unknown,
  shape: Extract<Shape, { is: 'text' }>,
  name: string,
  checking: Checking,
): unknown {
  const value = isScalar(node) ? node.value : undefined;
  if (typeof value !== 'string') return wrong(node, name, 'a text', checking);
  const { values, pattern } = shape;
  if (values && !values.includes(value)) {
    const near = nearest(value, values);
    const known = near ? `did you mean ${near}` : `known are ${listed(values)}`;
    return told(node, `${name} is "${shown(value)}", which is not known; ${known}`, checking);
  }
  if (pattern && !new RegExp(pattern.source, 's').test(value))
    return told(node, `${name} is "${shown(value)}"; it has to be ${pattern.wanted}`, checking);
  return value;
}

function namesIn(map: YAMLMap, of: Shape, name: string, checking: Checking): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const pair of map.items) {
    const key = keyOf(pair, name, checking);
    if (key === null) continue;
    const value = valueOf(pair.value ?? pair.key, of, `${name}["${shown(key)}"]`, checking);
    if (value !== INVALID) setMember(read, key, value);
  }
  return read;
}

/** An object in which anything is wrong is left out as a whole; but of `partly` what is right is kept. */
export function objectOf(
  map: YAMLMap,
  shape: ObjectShape,
  name: string,
  checking: Checking,
  partly = false,
): unknown {
  const before = checking.problems.length;
  const read: Record<string, unknown> = {};
  const seen: string[] = [];
  const dotted = name === '' ? '' : `${name}.`;
  for (const pair of map.items) {
    const key = keyOf(pair, name, checking);
    if (key === null) continue;
    const known = Object.hasOwn(shape.keys, key) ? shape.keys[key] : undefined;
    if (!known) {
      const near = nearest(key, Object.keys(shape.keys));
      const hint = near ? `did you mean ${near}` : `known are ${listed(Object.keys(shape.keys))}`;
      told(pair.key, `there is no key "${shown(key)}" here; ${hint}`, checking);
      continue;
    }
    seen.push(key);
    const value = valueOf(pair.value ?? pair.key, known, `${dotted}${key}`, checking);
    if (value !== INVALID) setMember(read, key, value);
  }
  for (const key of shape.required ?? [])
    if (!seen.includes(key)) told(map, `\`${key}\` is missing here`, checking);
  const { oneOf } = shape;
  if (oneOf && seen.filter((key) => oneOf.includes(key)).length !== 1)
    told(map, `exactly one of ${listed(oneOf)} has to stand here`, checking);
  return partly || checking.problems.length === before ? read : INVALID;
}

function keyOf({ key }: Pair, name: string, checking: Checking): string | null {
  if (isScalar(key) && (typeof key.value === 'string' || typeof key.value === 'number'))
    return String(key.value);
  told(key, `a key of ${name || 'the file'} is no name; put it in quotes`, checking);
  return null;
}

/** Whether a node is of the kind of a shape, whatever else may be wrong with it. */
function fits(node: unknown, { is }: Shape): boolean {
  if (is === 'text') return isScalar(node) && typeof node.value === 'string';
  if (is === 'list') return isSeq(node);
  return is === 'number' ? isScalar(node) && typeof node.value === 'number' : isMap(node);
}

function kindWanted({ is }: Shape): string {
  return (
    { text: 'a text', number: 'a number', list: 'a list', either: 'a value' }[is as string] ?? 'an object'
  );
}

function wrong(node: unknown, name: string, wanted: string, checking: Checking): typeof INVALID {
  return told(node, `${name || 'the file'} is ${kindFound(node)}; it has to be ${wanted}`, checking);
}

function kindFound(node: unknown): string {
  if (isMap(node)) return 'an object';
  if (isSeq(node)) return 'a list';
  const value = isScalar(node) ? node.value : null;
  if (value === null || value === undefined) return 'empty';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'number' || typeof value === 'boolean'
    ? `the ${typeof value} ${value}`
    : 'no plain value';
}

function told(node: unknown, message: string, { problems, problemAt }: Checking): typeof INVALID {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null;
  const [start = 0, end = start] = Array.isArray(range) ? (range as number[]) : [];
  // An object is pointed at where it begins: all of it would be underlined.
  problems.push(problemAt(message, start, isMap(node) || isSeq(node) ? start : end));
  return INVALID;
}

function listed(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ', …' : '';
  return `${names.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** A name of the file in a sentence. */
function shown(name: string): string {
  return name.length > 60 ? `${name.slice(0, 59)}…` : name;
}
