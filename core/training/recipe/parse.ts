import { LIMITS } from '../../protocol/bridge/limits';
import { bytesOf, durationOf } from './duration';
import { Fields } from './fields';
import { lint } from './lint';
import {
  OUTPUT_KINDS,
  STOP_SIGNALS,
  type Environment,
  type MetricSource,
  type Output,
  type Recipe,
  type RecipeProblem,
  type Stage,
} from './model';
import { readParameter } from './parameter';
import { readYaml } from './yaml';

const SYSTEMS = [
  ...[
    'routerag',
    'rag_r1',
    'search_r1',
    'adaptive_rag',
    'crag',
    'rq_rag',
    'self_rag',
    'agentic_rag',
    'rezero',
  ],
  ...['q_rag', 'r1_searcher', 'verl', 'trl', 'smoke'],
];

const DEFAULT_CHECK_MS = 30_000;
const DEFAULT_GRACE_MS = 60_000;

/** Reads a recipe. Either it is sound and linted, or every problem found is told. */
export function parseRecipe(text: string): {
  readonly recipe: Recipe | null;
  readonly problems: readonly RecipeProblem[];
} {
  const yaml = readYaml(text);
  if (!yaml.ok) return { recipe: null, problems: yaml.problems };
  const problems: RecipeProblem[] = [];
  const recipe = readRecipe(new Fields(yaml.value, '', problems));
  if (problems.length === 0) problems.push(...lint(recipe));
  return { recipe: problems.length === 0 ? recipe : null, problems };
}

function readRecipe(top: Fields): Recipe {
  const recipe: Recipe = {
    recipe: identifier(top, 'recipe', /^[a-z0-9][a-z0-9_-]{1,40}$/),
    version: schemaOf(top),
    title: top.text('title'),
    summary: top.text('summary'),
    docs: top.has('docs') ? top.text('docs') : null,
    system: top.choice('system', SYSTEMS),
    engines: enginesOf(top),
    parameters: Object.fromEntries(
      top.named('parameters').map(([name, fields]) => [name, readParameter(name, fields)]),
    ),
    environments: Object.fromEntries(
      top.named('environments').map(([name, fields]) => [name, readEnvironment(fields)]),
    ),
    stages: top.objects('stages', 1).map(readStage),
    gpusMin: gpusOf(top.object('resources')),
    outputs: top.objects('outputs').map(readOutput),
    metrics: top.objects('metrics').map(readMetric),
    success: successOf(top.object('success')),
    limits: limitsOf(top.object('limits')),
  };
  top.end();
  return recipe;
}

function schemaOf(top: Fields): number {
  if (top.raw('schema') !== 1) top.note('schema', 'must be 1');
  return top.whole('version', 1);
}

function enginesOf(top: Fields): string[] {
  const engines = top.texts('engines', 1);
  for (const engine of engines) if (engine !== 'local') top.note('engines', `knows local, not ${engine}`);
  return engines;
}

function identifier(fields: Fields, key: string, form = /^[a-z][a-z0-9_-]{0,39}$/): string {
  const id = fields.text(key);
  if (id !== '' && !form.test(id)) fields.note(key, `must match ${form.source}`);
  return id;
}

function readEnvironment(fields: Fields): Environment {
  const env = fields.object('env');
  const environment: Environment = {
    kind: fields.choice('kind', ['system']),
    interpreter: fields.text('interpreter', '${host.python}'),
    env: Object.fromEntries(
      env.keys().map((name) => {
        if (!/^[A-Z_][A-Z0-9_]{0,63}$/i.test(name)) env.note(name, 'is no name of a variable');
        return [name, env.value(name)];
      }),
    ),
    checks: fields.objects('checks').map((check) => {
      const read = {
        argv: check.texts('argv', 1),
        timeoutMs: check.parsed('timeout', durationOf, 'a duration like 30s') ?? DEFAULT_CHECK_MS,
        hint: check.text('hint'),
      };
      check.end();
      return read;
    }),
  };
  fields.end();
  return environment;
}

function readStage(fields: Fields): Stage {
  const progress = fields.object('progress');
  const stop = fields.object('stop');
  const total = progress.raw('total');
  const stage: Stage = {
    id: identifier(fields, 'id'),
    title: fields.text('title'),
    environment: fields.text('environment'),
    cwd: fields.text('cwd', '${job.dir}'),
    argv: fields.texts('argv', 1),
    total: total === undefined ? null : typeof total === 'number' ? String(total) : progress.text('total'),
    stop: {
      signal: stop.choice('signal', STOP_SIGNALS, 'SIGTERM'),
      graceMs: stop.parsed('grace', durationOf, 'a duration like 10s') ?? DEFAULT_GRACE_MS,
    },
  };
  for (const each of [progress, stop, fields]) each.end();
  return stage;
}

function gpusOf(resources: Fields): number {
  const gpus = resources.object('gpus');
  const min = gpus.whole('min', 0, 0);
  gpus.end();
  resources.end();
  return min;
}

function readOutput(fields: Fields): Output {
  const output: Output = {
    id: identifier(fields, 'id'),
    kind: fields.choice('kind', OUTPUT_KINDS),
    glob: fields.text('glob'),
  };
  fields.end();
  return output;
}

function readMetric(fields: Fields): MetricSource {
  const metric: MetricSource = {
    source: fields.text('source'),
    parser: fields.choice('parser', ['jsonl']),
    stepKey: fields.text('step_key', 'step'),
  };
  fields.end();
  return metric;
}

function successOf(fields: Fields): Recipe['success'] {
  const codes = fields.has('exit_codes') ? fields.list('exit_codes', 1) : [0];
  const exitCodes = codes.filter((code): code is number => Number.isInteger(code));
  if (exitCodes.length < codes.length) fields.note('exit_codes', 'must be whole numbers');
  const success = { exitCodes, require: fields.texts('require') };
  fields.end();
  return success;
}

function limitsOf(fields: Fields): Recipe['limits'] {
  const limits = {
    wallTimeMs: fields.parsed('wall_time', durationOf, 'a duration like 2h'),
    logBytes: fields.parsed('log_bytes', bytesOf, 'a size like 2 GiB') ?? LIMITS.log_bytes,
  };
  fields.end();
  return limits;
}
