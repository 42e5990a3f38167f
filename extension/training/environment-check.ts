import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainLine } from '../../core/protocol/panels/plain-log';
import type { EnvironmentReport, TrainingParams } from '../../core/protocol/panels/training';
import type { Recipe } from '../../core/training/recipe/model';
import { parseRecipe } from '../../core/training/recipe/parse';
import { renderChecks, templateValues, type CheckPlan } from '../../core/training/recipe/render';
import { checkValues } from '../../core/training/recipe/values';
import { findProgram } from './program';

/**
 * Runs what a recipe asks of its environment, as the bridge of this machine will before it starts a job: so the user
 * hears of a missing package before the start. What cannot be checked here counts as sound; the bridge checks again.
 */
export async function checkEnvironment(
  { id, digest }: { readonly id: string; readonly digest: string },
  {
    product,
    python,
    params,
  }: { readonly product: string; readonly python: string; readonly params: TrainingParams },
  signal: AbortSignal,
): Promise<EnvironmentReport> {
  const path = findProgram(python);
  if (path === null) return { python, path, fault: `There is no program ${python}; choose a Python.` };
  const recipe = readRecipe(join(product, 'recipes'), id, digest);
  if (!recipe) return { python, path, fault: null };
  const { values } = checkValues(recipe.parameters, params);
  const templates = templateValues(values, {
    jobDir: product,
    jobId: 'check',
    productDir: product,
    python: path,
  });
  for (const check of renderChecks(recipe, templates)) {
    const fault = await run(check, signal);
    if (fault !== null) return { python, path, fault };
  }
  return { python, path, fault: null };
}

/** The recipe of the installation that the bridge told of; null where its file is another. */
function readRecipe(folder: string, id: string, digest: string): Recipe | null {
  for (const name of readdirSync(folder).filter((each) => /\.ya?ml$/.test(each))) {
    const text = readFileSync(join(folder, name), 'utf8');
    if (createHash('sha256').update(text).digest('hex') !== digest) continue;
    const { recipe } = parseRecipe(text);
    if (recipe?.recipe === id) return recipe;
  }
  return null;
}

/** The end of what a failed check says that is shown. */
const SAID = 300;

/** Null where the check passed; else its hint, and what the program said last. */
function run({ argv, timeoutMs, hint }: CheckPlan, signal: AbortSignal): Promise<string | null> {
  const [program = '', ...args] = argv;
  return new Promise((resolve) => {
    let said = '';
    const child = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      signal,
      windowsHide: true,
    });
    // A character may come in two pieces.
    child.stderr.setEncoding('utf8').on('data', (data: string) => {
      said = (said + data).slice(-SAID);
    });
    child.once('error', (error) => resolve(`${hint} (${error.message})`));
    child.once('close', (code) => {
      const last = plainLine(said.trim().split('\n').at(-1) ?? '');
      const why = code === null ? `no answer within ${timeoutMs / 1000} s` : last || `exit code ${code}`;
      resolve(code === 0 ? null : `${hint} (${why})`);
    });
  });
}
