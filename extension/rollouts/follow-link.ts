import { isAbsolute, normalize } from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../app';
import { UserError } from '../common/errors';
import { readLink, type RolloutsLink } from './link';
import type { ShowRollouts } from './show';

/** Opens what links of ours lead to. A link opens files and filters them, and does nothing else. */
export function registerLinks(app: App, show: ShowRollouts): void {
  app.life.add(
    vscode.window.registerUriHandler({
      handleUri: async ({ path, query }) => {
        await app.report.command(vscode.l10n.t('Open Link'), () => follow(show, readLink(path, query)));
      },
    }),
  );
}

async function follow(show: ShowRollouts, link: RolloutsLink | null): Promise<void> {
  if (!link) throw new UserError(vscode.l10n.t('This link to rollouts cannot be read.'));
  const files = await Promise.all(link.paths.map(fileAt));
  const outside = files.filter((file) => !vscode.workspace.getWorkspaceFolder(file));
  if (outside.length > 0) await confirm(outside);
  const [first] = files;
  const rollout = link.rollout && first ? { ...link.rollout, file: first.toString() } : null;
  await show(files, { rollout, filter: link.filter });
}

/** The file or folder of a path, which is absolute or below a folder of the workspace. It must be there. */
async function fileAt(path: string): Promise<vscode.Uri> {
  // With `..` in it, a path would seem to lie where it does not.
  const clean = normalize(path);
  const found = isAbsolute(clean)
    ? await existing([vscode.Uri.file(clean)])
    : await existing(
        (vscode.workspace.workspaceFolders ?? [])
          .filter(({ uri }) => uri.scheme === 'file')
          .map(({ uri }) => vscode.Uri.joinPath(uri, clean.replaceAll('\\', '/'))),
      );
  if (!found) throw new UserError(vscode.l10n.t('The link leads to {0}, which is not there.', clean));
  return found;
}

async function existing(candidates: readonly vscode.Uri[]): Promise<vscode.Uri | null> {
  for (const uri of candidates) {
    try {
      await vscode.workspace.fs.stat(uri);
      return uri;
    } catch (error) {
      if (!(error instanceof vscode.FileSystemError)) throw error;
    }
  }
  return null;
}

/** Asks before something is read that is not of the workspace. A no is a cancellation. */
async function confirm(files: readonly vscode.Uri[]): Promise<void> {
  const open = vscode.l10n.t('Open');
  const question =
    files.length === 1
      ? vscode.l10n.t('A link wants to open a file outside this workspace.')
      : vscode.l10n.t('A link wants to open {0} files outside this workspace.', files.length);
  const detail = [
    ...files.slice(0, MOST_NAMED).map(({ fsPath }) => fsPath),
    ...(files.length > MOST_NAMED ? ['…'] : []),
  ].join('\n');
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, open)) !== open)
    throw new vscode.CancellationError();
}

const MOST_NAMED = 10;
