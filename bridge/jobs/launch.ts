import { createHash, randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { BridgeError } from '../../core/protocol/bridge/codes';
import type { ParameterValue } from '../../core/protocol/bridge/jobs';
import type { LaunchData } from '../../core/protocol/bridge/messages';
import { canonicalJson } from '../../core/training/canonical';
import type { Recipe } from '../../core/training/recipe/model';
import { renderChecks, renderStages, templateValues } from '../../core/training/recipe/render';
import { checkValues } from '../../core/training/recipe/values';
import { hostOf } from '../host';
import type { BridgeOptions } from '../options';
import { resolvePath } from '../paths';
import type { HostRecipe, RecipeBook } from '../recipes';
import { jobFiles, type JobRecord, type Plan } from './record';

/** A launch whose recipe and parameters are sound; nothing was written yet. */
export interface CheckedLaunch {
  readonly host: HostRecipe;
  readonly data: LaunchData;
  /** Parameters with defaults, as they were given. */
  readonly values: Readonly<Record<string, ParameterValue>>;
  readonly specHash: string;
}

/** Checks what can be checked without looking at files. */
export function checkLaunch(book: RecipeBook, data: LaunchData): CheckedLaunch {
  const host = book.get(data.recipe);
  const { recipe, digest } = host;
  if (data.recipe_digest !== null && data.recipe_digest !== digest)
    throw new BridgeError(
      'recipe.digest_mismatch',
      `the recipe ${recipe.recipe} was changed on the host; look at it again`,
    );
  if (!recipe.engines.includes(data.engine))
    throw new BridgeError(
      'engine.unavailable',
      `${recipe.recipe} runs on ${recipe.engines.join(', ')}, not ${data.engine}`,
    );
  if (recipe.gpusMin > 0)
    throw new BridgeError(
      'launch.no_gpu',
      `${recipe.recipe} needs ${recipe.gpusMin} GPUs; this bridge has none to give`,
    );
  const values = soundValues(recipe, data.params);
  const spec = { digest, params: values, engine: data.engine, options: {} };
  return { host, data, values, specHash: createHash('sha256').update(canonicalJson(spec)).digest('hex') };
}

/** Values with defaults. Throws the first problem; all of them are in its details. */
export function soundValues(recipe: Recipe, given: LaunchData['params']): Record<string, ParameterValue> {
  const { values, problems } = checkValues(recipe.parameters, given);
  const [first] = problems;
  if (first) throw new BridgeError(first.code, first.message, { details: { problems } });
  return values;
}

/** What a job would run in a folder: paths are looked up and jailed, templates filled in. */
export function planOf(
  options: BridgeOptions,
  recipe: Recipe,
  given: Readonly<Record<string, ParameterValue>>,
  job: { readonly id: string; readonly folder: string },
): Plan {
  const host = hostOf(options);
  const jobDir = jobFiles(job.folder).work;
  const roots = host.roots(jobDir);
  const values = Object.fromEntries(
    Object.entries(given).map(([name, value]): [string, ParameterValue] => {
      const path = recipe.parameters[name]?.path;
      return [name, path ? resolvePath(name, String(value), path, roots) : value];
    }),
  );
  const places = { jobDir, jobId: job.id, productDir: options.product, python: host.python };
  const templates = templateValues(values, places);
  return {
    stages: renderStages(recipe, templates),
    checks: renderChecks(recipe, templates),
    outputs: recipe.outputs,
    metrics: recipe.metrics,
    require: recipe.success.require,
    exitCodes: recipe.success.exitCodes,
    wallTimeMs: recipe.limits.wallTimeMs,
    logBytes: recipe.limits.logBytes,
  };
}

/** The record of a new job. */
export function newRecord(
  options: BridgeOptions,
  { host, data, values, specHash }: CheckedLaunch,
): JobRecord {
  const now = new Date();
  const stamp = now.toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  const id = `${stamp}-${randomBytes(3).toString('hex')}`;
  const { recipe, digest } = host;
  const plan = planOf(options, recipe, values, { id, folder: join(realpathSync(options.state), 'jobs', id) });
  return {
    job: id,
    launch_key: data.launch_key,
    spec_hash: specHash,
    recipe: recipe.recipe,
    recipe_version: recipe.version,
    recipe_digest: digest,
    title: recipe.title,
    engine: data.engine,
    params: values,
    name: data.name,
    tags: data.tags,
    notes: data.notes,
    stages: recipe.stages.map(({ id: stage, title }) => ({ id: stage, title })),
    state: 'accepted',
    reason: null,
    exit_code: null,
    signal: null,
    message: null,
    cancel_requested: false,
    created_ms: now.getTime(),
    started_ms: null,
    ended_ms: null,
    seq: 0,
    plan,
    handle: null,
    cancel: null,
    queued: data.queue_if_busy,
  };
}
