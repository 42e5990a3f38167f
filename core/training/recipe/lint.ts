import type { Recipe, RecipeProblem } from './model';
import { namesIn, templateParts } from './template';

/** Programs that would read a text as commands. */
const SHELLS = new Set(
  [
    'sh',
    'bash',
    'zsh',
    'dash',
    'ksh',
    'fish',
    'csh',
    'tcsh',
    'env',
    'cmd',
    'cmd.exe',
    'powershell',
    'pwsh',
  ].flatMap((name) => [name, `/bin/${name}`, `/usr/bin/${name}`]),
);

/** What is wrong with a recipe whose fields are sound: references, templates, shells. */
export function lint(recipe: Recipe): RecipeProblem[] {
  return [
    ...templates(recipe),
    ...vectors(recipe).flatMap(({ at, argv }) => shells(at, argv)),
    ...references(recipe),
    ...unused(recipe),
    ...globs(recipe),
  ];
}

interface Vector {
  readonly at: string;
  readonly argv: readonly string[];
}

function vectors(recipe: Recipe): Vector[] {
  return [
    ...recipe.stages.map(({ argv }, index) => ({ at: `stages[${index}].argv`, argv })),
    ...Object.entries(recipe.environments).flatMap(([id, { checks }]) =>
      checks.map(({ argv }, index) => ({ at: `environments.${id}.checks[${index}].argv`, argv })),
    ),
  ];
}

/** Every template of a recipe with its place. */
function places(recipe: Recipe): { readonly at: string; readonly template: string }[] {
  return [
    ...vectors(recipe).flatMap(({ at, argv }) =>
      argv.map((template, index) => ({ at: `${at}[${index}]`, template })),
    ),
    ...recipe.stages.flatMap(({ cwd, total }, index) => [
      { at: `stages[${index}].cwd`, template: cwd },
      ...(total === null ? [] : [{ at: `stages[${index}].progress.total`, template: total }]),
    ]),
    ...Object.entries(recipe.environments).flatMap(([id, { interpreter, env }]) => [
      { at: `environments.${id}.interpreter`, template: interpreter },
      ...Object.entries(env).map(([name, template]) => ({ at: `environments.${id}.env.${name}`, template })),
    ]),
  ];
}

function templates(recipe: Recipe): RecipeProblem[] {
  return places(recipe).flatMap(({ at, template }) => {
    if (!templateParts(template))
      return [
        {
          at,
          message:
            'has a template that is not one of ${param.NAME}, ${job.dir}, ${job.id}, ${product.dir}, ${host.python}',
        },
      ];
    return namesIn(template)
      .filter(
        (name) => name.startsWith('param.') && !Object.hasOwn(recipe.parameters, name.slice('param.'.length)),
      )
      .map((name) => ({ at, message: `\${${name}}: no such parameter` }));
  });
}

function shells(at: string, argv: readonly string[]): RecipeProblem[] {
  const [program = ''] = argv;
  const fault = argv.find((element) => SHELLS.has(element.toLowerCase()));
  if (fault !== undefined)
    return [{ at, message: `runs a shell (${fault}); name the program and its arguments` }];
  if (namesIn(program).some((name) => name.startsWith('param.')))
    return [{ at: `${at}[0]`, message: 'a parameter must not choose the program' }];
  if (!/^(?:-|\/|\$\{(?:host\.python|product\.dir)\}|[A-Z]:\\)/.test(program))
    return [
      {
        at: `${at}[0]`,
        message: 'must be ${host.python}, an absolute path, or an option of the interpreter',
      },
    ];
  return [];
}

function references(recipe: Recipe): RecipeProblem[] {
  const outputs = new Set(recipe.outputs.map(({ id }) => id));
  const stages = new Set<string>();
  return [
    ...recipe.stages.flatMap(({ id, environment }, index) => {
      const twice = stages.has(id);
      stages.add(id);
      return [
        ...(twice ? [{ at: `stages[${index}].id`, message: `${id} is there twice` }] : []),
        ...(Object.hasOwn(recipe.environments, environment)
          ? []
          : [{ at: `stages[${index}].environment`, message: `${environment}: no such environment` }]),
      ];
    }),
    ...recipe.success.require
      .filter((id) => !outputs.has(id))
      .map((id) => ({ at: 'success.require', message: `${id}: no such output` })),
  ];
}

function unused(recipe: Recipe): RecipeProblem[] {
  const used = new Set(places(recipe).flatMap(({ template }) => namesIn(template)));
  return Object.keys(recipe.parameters)
    .filter((name) => !used.has(`param.${name}`))
    .map((name) => ({ at: `parameters.${name}`, message: 'is used by no template' }));
}

function globs(recipe: Recipe): RecipeProblem[] {
  const all = [
    ...recipe.outputs.map(({ glob }, index) => ({ at: `outputs[${index}].glob`, glob })),
    ...recipe.metrics.map(({ source }, index) => ({ at: `metrics[${index}].source`, glob: source })),
  ];
  return all
    .filter(({ glob }) => glob.startsWith('/') || glob.includes('\\') || glob.split('/').includes('..'))
    .map(({ at }) => ({ at, message: 'must be relative to the job folder, with / and without ..' }));
}
