import { isAbsolute, join, sep } from 'node:path';
import * as vscode from 'vscode';
import type { Handlers } from '../../core/protocol/panels/channel';
import type { StartReply, TrainingParams, TrainingView } from '../../core/protocol/panels/training';
import type { RecipeDetail } from '../../core/protocol/bridge/recipes';
import type { App } from '../app';
import { UserError } from '../common/errors';
import type { Panel } from '../panels/panel';
import { setting } from '../settings';
import { choosePython } from './choose-python';
import type { Opener } from './panel';
import type { TrainingService } from './service';

type FormCalls = Pick<
  TrainingView['toHost'],
  | 'training/recipe'
  | 'training/check'
  | 'training/choosePython'
  | 'training/browse'
  | 'training/openDocs'
  | 'training/start'
>;

/** What the form asks of the extension. */
export function formCalls(
  app: App,
  service: TrainingService,
  panel: Panel<TrainingView>,
  opener: Opener,
): Handlers<FormCalls> {
  const product = app.context.extensionUri.fsPath;
  const recipeOf = (): Promise<RecipeDetail> =>
    service.use(async (link) => (await link.request('recipe.get', { recipe: panel.subject.recipe })).recipe);
  return {
    'training/recipe': recipeOf,
    'training/check': async ({ params }, { signal }) => {
      const { recipe: id, digest } = await recipeOf();
      const python = setting('training.python');
      return service.use((_link, bundle) =>
        bundle.checkEnvironment({ id, digest }, { product, python, params }, signal),
      );
    },
    'training/choosePython': async () => {
      await app.report.command(vscode.l10n.t('Choose Python'), () => choosePython(service));
    },
    'training/browse': async ({ parameter }) => browse(await recipeOf(), parameter, product),
    'training/openDocs': async () => {
      const { docs } = await recipeOf();
      if (docs === null) throw new UserError(vscode.l10n.t('This recipe has no page.'));
      await app.commands.builtIn('markdown.showPreview', vscode.Uri.joinPath(app.context.extensionUri, docs));
    },
    'training/start': async ({ params }) => {
      const { recipe, digest } = await recipeOf();
      const reply = await start(service, recipe, digest, params);
      if (typeof reply !== 'string') return reply;
      opener.show({ kind: 'job', recipe, job: reply });
      panel.close();
      return { ok: true };
    },
  };
}

/** The id of the job, or what is wrong with which parameter. */
async function start(
  service: TrainingService,
  recipe: string,
  digest: string,
  params: TrainingParams,
): Promise<string | StartReply> {
  try {
    return (await service.launch(recipe, digest, params)).job;
  } catch (error) {
    // The bridge begins with the name of the parameter that it is about.
    const [, parameter = '', message = ''] =
      (error instanceof UserError && /^(\w+): (.*)$/s.exec(error.message)) || [];
    if (!Object.hasOwn(params, parameter)) throw error;
    return { ok: false, problems: [{ parameter, message }] };
  }
}

async function browse(recipe: RecipeDetail, name: string, product: string): Promise<string | null> {
  const path = recipe.parameters[name]?.path;
  if (!path) return null;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const picked = await vscode.window.showOpenDialog({
    canSelectFiles: path.kind === 'file',
    canSelectFolders: path.kind === 'dir',
    defaultUri: folder ?? vscode.Uri.file(product),
    openLabel: vscode.l10n.t('Take'),
    title: vscode.l10n.t('{0} of {1}', name, recipe.recipe),
  });
  const [file] = picked ?? [];
  return file ? rooted(file.fsPath, product) : null;
}

/** A file of the installation is named by its place there, which another installation has too. */
function rooted(path: string, product: string): string {
  const inside = join(product, sep);
  return isAbsolute(path) && path.startsWith(inside)
    ? `product:${path.slice(inside.length).split(sep).join('/')}`
    : path;
}
