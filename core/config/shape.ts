/**
 * What a value of `tracehop.yml` may be. One description serves the reader, which tells faults with their place, and
 * the published JSON Schema, which editors complete and check by.
 */
export type Shape =
  TextShape | NumberShape | ListShape | NamesShape | ObjectShape | AnyObjectShape | EitherShape;

interface Described {
  /** What it is for, in a sentence: editors show it. */
  readonly about?: string;
}

/** A text: any, one of `values`, or one that matches `pattern` (linear), which `wanted` puts in words. */
export interface TextShape extends Described {
  readonly is: 'text';
  readonly values?: readonly string[];
  readonly pattern?: { readonly source: string; readonly wanted: string };
}

export interface NumberShape extends Described {
  readonly is: 'number';
  /** The only number that is allowed. */
  readonly only?: number;
}

export interface ListShape extends Described {
  readonly is: 'list';
  readonly of: Shape;
}

/** An object with names of the user's own. */
export interface NamesShape extends Described {
  readonly is: 'names';
  readonly of: Shape;
}

/** An object with these keys and no others. */
export interface ObjectShape extends Described {
  readonly is: 'object';
  readonly keys: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  /** Exactly one of these keys has to stand there. */
  readonly oneOf?: readonly string[];
}

/** An object with anything in it. */
export interface AnyObjectShape extends Described {
  readonly is: 'anything';
}

/** One of several shapes, which differ in their kind: a text, a list or an object. */
export interface EitherShape extends Described {
  readonly is: 'either';
  readonly of: readonly Shape[];
}
