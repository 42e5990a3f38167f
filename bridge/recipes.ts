import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BridgeError } from '../core/protocol/bridge/codes';
import type { RecipeDetail, RecipeSummary } from '../core/protocol/bridge/recipes';
import { isMissing } from '../core/training/files';
import type { Recipe } from '../core/training/recipe/model';
import { parseRecipe } from '../core/training/recipe/parse';

/** A recipe of the host with the digest of its file. */
export interface HostRecipe {
  readonly recipe: Recipe;
  readonly digest: string;
}

/** The recipes that this host allows: the files of its recipe folders. They are read anew at every look. */
export class RecipeBook {
  constructor(
    private readonly folders: readonly string[],
    private readonly onProblem: (message: string) => void,
  ) {}

  all(): HostRecipe[] {
    const found = new Map<string, HostRecipe>();
    for (const folder of this.folders) {
      for (const name of recipeNames(folder)) {
        const text = readFileSync(join(folder, name), 'utf8');
        const { recipe, problems } = parseRecipe(text);
        for (const { at, message } of problems) this.onProblem(`recipe ${name}: ${at}: ${message}`);
        const digest = createHash('sha256').update(text).digest('hex');
        if (recipe && !found.has(recipe.recipe)) found.set(recipe.recipe, { recipe, digest });
      }
    }
    return [...found.values()];
  }

  /** Throws `recipe.unknown`, saying what there is. */
  get(name: string): HostRecipe {
    const all = this.all();
    const found = all.find(({ recipe }) => recipe.recipe === name);
    if (found) return found;
    const known = all.map(({ recipe }) => recipe.recipe).join(', ');
    throw new BridgeError('recipe.unknown', `no recipe ${name}; there are: ${known || 'none'}`);
  }
}

function recipeNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^[\w-]+\.ya?ml$/.test(name))
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

export function summaryOf({ recipe, digest }: HostRecipe): RecipeSummary {
  const { recipe: id, version, title, summary, engines } = recipe;
  return { recipe: id, version, digest, title, summary, engines };
}

export function detailOf(host: HostRecipe): RecipeDetail {
  const { system, docs, parameters, stages, outputs, limits } = host.recipe;
  return {
    ...summaryOf(host),
    system,
    docs,
    parameters,
    stages: stages.map(({ id, title }) => ({ id, title })),
    outputs,
    wall_time_s: limits.wallTimeMs === null ? null : limits.wallTimeMs / 1000,
  };
}
