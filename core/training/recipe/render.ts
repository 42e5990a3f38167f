import { BridgeError } from '../../protocol/bridge/codes';
import type { ParameterValue } from '../../protocol/bridge/jobs';
import type { Recipe, Stage, StopSignal } from './model';
import { fill, templateParts, type TemplateValues } from './template';

/** What the host gives to templates. */
export interface Places {
  readonly jobDir: string;
  readonly jobId: string;
  readonly productDir: string;
  /** Absolute path of the Python interpreter. */
  readonly python: string;
}

/** A stage with every template filled in. */
export interface StagePlan {
  readonly id: string;
  readonly title: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  /** What the recipe's environment sets. */
  readonly env: Readonly<Record<string, string>>;
  readonly total: number | null;
  readonly stop: { readonly signal: StopSignal; readonly graceMs: number };
}

/** A check with every template filled in. */
export interface CheckPlan {
  readonly argv: readonly string[];
  readonly timeoutMs: number;
  readonly hint: string;
}

/** A parameter's value as it stands in an argument: numbers with the shortest digits that mean them. */
export function textOf(value: ParameterValue): string {
  return String(value);
}

/** The values of a recipe's templates. */
export function templateValues(
  values: Readonly<Record<string, ParameterValue>>,
  places: Places,
): TemplateValues {
  return new Map([
    ...Object.entries(values).map(([name, value]): [string, string] => [`param.${name}`, textOf(value)]),
    ['job.dir', places.jobDir],
    ['job.id', places.jobId],
    ['product.dir', places.productDir],
    ['host.python', places.python],
  ]);
}

/** Fills in the stages of a recipe. Throws `param.pattern` where a value would be taken for an option. */
export function renderStages(recipe: Recipe, values: TemplateValues): StagePlan[] {
  return recipe.stages.map((stage) => {
    const environment = recipe.environments[stage.environment];
    if (!environment) throw new RangeError(`no environment ${stage.environment}`);
    const total = stage.total === null ? NaN : Number(fill(stage.total, values));
    return {
      id: stage.id,
      title: stage.title,
      argv: renderArgv(stage.argv, environment.interpreter, values),
      cwd: fill(stage.cwd, values),
      env: Object.fromEntries(
        Object.entries(environment.env).map(([name, template]) => [name, fill(template, values)]),
      ),
      total: Number.isSafeInteger(total) && total > 0 ? total : null,
      stop: stage.stop,
    };
  });
}

/** Fills in the checks of the environments that the stages use. */
export function renderChecks(recipe: Recipe, values: TemplateValues): CheckPlan[] {
  const used = new Set(recipe.stages.map(({ environment }: Stage) => environment));
  return Object.entries(recipe.environments)
    .filter(([id]) => used.has(id))
    .flatMap(([, { interpreter, checks }]) =>
      checks.map(({ argv, timeoutMs, hint }) => ({
        argv: renderArgv(argv, interpreter, values),
        timeoutMs,
        hint,
      })),
    );
}

function renderArgv(argv: readonly string[], interpreter: string, values: TemplateValues): string[] {
  const rendered = argv.map((template) => {
    const element = fill(template, values);
    const [first] = templateParts(template) ?? [];
    const option = element.startsWith('-') && first && 'name' in first;
    // A negative number is no option.
    if (option && !/^-(?:\d|\.\d)/.test(element))
      throw new BridgeError('param.pattern', `${first.name.replace('param.', '')}: must not begin with -`);
    if (element.includes('\0')) throw new BridgeError('param.pattern', 'an argument holds a NUL');
    return element;
  });
  return argv[0]?.startsWith('-') === true ? [fill(interpreter, values), ...rendered] : rendered;
}
