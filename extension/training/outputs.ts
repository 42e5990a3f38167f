import * as vscode from 'vscode';
import type { JobOutput } from '../../core/protocol/panels/training';
import { UserError } from '../common/errors';
import { plainLabel } from '../common/plain-label';
import type { TrainingService } from './service';

/** Kinds of output that an editor can show. */
const TEXTS = ['report', 'metrics_file', 'log_file'];

/** The files that a job wrote, in the order of its recipe. */
export async function outputsOf(service: TrainingService, recipe: string, job: string): Promise<JobOutput[]> {
  const folder = await workFolder(service, job);
  const { outputs } = await service.use((link) =>
    link.request('recipe.get', { recipe }).then((reply) => reply.recipe),
  );
  const found: JobOutput[] = [];
  for (const { id, kind, glob } of outputs) {
    const files = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, glob), null, 20);
    for (const file of files) {
      const { size } = await vscode.workspace.fs.stat(file);
      const path = file.path.slice(folder.path.length + 1);
      found.push({ id, kind, path, bytes: size, action: TEXTS.includes(kind) ? 'open' : 'copy' });
    }
  }
  return found;
}

/** Opens a file that a job wrote, or copies the path of one that no editor shows. */
export async function showOutput(
  service: TrainingService,
  { recipe, job }: { readonly recipe: string; readonly job: string },
  path: string,
): Promise<void> {
  const output = (await outputsOf(service, recipe, job)).find((each) => each.path === path);
  if (!output) throw new UserError(vscode.l10n.t('The job has no file {0}.', path));
  const uri = vscode.Uri.joinPath(await workFolder(service, job), output.path);
  if (output.action === 'open') {
    await vscode.window.showTextDocument(uri, { preview: false });
    return;
  }
  await vscode.env.clipboard.writeText(uri.fsPath);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Copied {0}', plainLabel(uri.fsPath, 200)), 5000);
}

/** Where the local bridge keeps what a job writes. */
function workFolder(service: TrainingService, job: string): Promise<vscode.Uri> {
  return service.use((_link, bundle) => Promise.resolve(vscode.Uri.file(bundle.workFolder(job))));
}
