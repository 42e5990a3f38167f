import type { ParameterValue } from './jobs';

/** A recipe in a list. */
export interface RecipeSummary {
  readonly recipe: string;
  readonly version: number;
  /** Hex SHA-256 of the recipe's file. */
  readonly digest: string;
  readonly title: string;
  readonly summary: string;
  readonly engines: readonly string[];
}

export const PARAMETER_TYPES = ['string', 'int', 'float', 'bool', 'enum', 'path'] as const;
export type ParameterType = (typeof PARAMETER_TYPES)[number];

export const PATH_ROOTS = ['workspace', 'product', 'job'] as const;
export type PathRoot = (typeof PATH_ROOTS)[number];

/** What a form needs to know of a parameter. */
export interface Parameter {
  readonly type: ParameterType;
  /** Null where a value must be given. */
  readonly default: ParameterValue | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly choices: readonly string[];
  /** Source of an anchored regular expression. */
  readonly pattern: string | null;
  readonly help: string;
  readonly unit: string | null;
  readonly advanced: boolean;
  readonly path: {
    readonly kind: 'file' | 'dir';
    readonly roots: readonly PathRoot[];
    readonly must_exist: boolean;
  } | null;
}

/** A recipe as a form shows it. */
export interface RecipeDetail extends RecipeSummary {
  readonly system: string;
  /** Page about it, relative to the installation. */
  readonly docs: string | null;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly stages: readonly { readonly id: string; readonly title: string }[];
  readonly outputs: readonly { readonly id: string; readonly kind: string; readonly glob: string }[];
  readonly wall_time_s: number | null;
}

/** What a stage would run. */
export interface RenderedStage {
  readonly id: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Names of the variables of its environment, not their values. */
  readonly env: readonly string[];
}
