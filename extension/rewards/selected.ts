import * as vscode from 'vscode';
import { stepOf } from '../../core/containers/fields/step';
import { activeUri } from '../common/active-editor';
import { UserError } from '../common/errors';
import { addressOf, fileOf } from '../rollout-view/address';
import { isFolder } from './follow';
import { parentOf } from './subject';

/**
 * What rewards are to be shown of: what is selected in the explorer, or the file in the editor, with its whole folder
 * where that holds several steps.
 */
export async function selectedUris(
  target: vscode.Uri | undefined,
  others: unknown,
): Promise<readonly vscode.Uri[]> {
  // Menus of editors pass something else behind the file.
  if (Array.isArray(others) && others.length > 0) {
    const uris = others.filter((uri) => uri instanceof vscode.Uri).filter(({ scheme }) => scheme === 'file');
    if (uris.length > 0) return uris;
  }
  const uri = target ?? activeUri();
  const address = uri && addressOf(uri);
  const file = address ? fileOf(address) : uri;
  if (file?.scheme !== 'file') {
    throw new UserError(
      vscode.l10n.t('Open a file that holds rollouts first, or select some in the explorer.'),
    );
  }
  if (await isFolder(file)) return [file];
  const folder = parentOf(file);
  return (await holdsSteps(folder, file)) ? [folder] : [file];
}

/** Whether a file and another of its folder and ending are named after steps. */
async function holdsSteps(folder: vscode.Uri, file: vscode.Uri): Promise<boolean> {
  const ending = file.path.slice(file.path.lastIndexOf('.'));
  if (stepOf(file.path) === null) return false;
  const entries = await vscode.workspace.fs.readDirectory(folder);
  return entries.filter(([name]) => name.endsWith(ending) && stepOf(name) !== null).length > 1;
}
