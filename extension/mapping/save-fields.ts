import * as vscode from 'vscode';
import { CONFIG_NAME } from '../../core/config/config-name';
import type { WrittenFields } from '../../core/containers/fields/field-map';
import { UserError } from '../common/errors';
import { patternOf } from '../describe/choices';
import { changedPart } from './changed-part';

/** The `tracehop.yml` that holds for a file; fails with a sentence where no folder that holds it is open. */
export function configOf(file: vscode.Uri): vscode.Uri {
  const folder = vscode.workspace.getWorkspaceFolder(file);
  if (folder) return vscode.Uri.joinPath(folder.uri, CONFIG_NAME);
  throw new UserError(
    vscode.l10n.t(
      'A field map is kept in {0} of the open folder: open the folder of this file first.',
      CONFIG_NAME,
    ),
  );
}

/** Writes a field map for one file into its `tracehop.yml`, as an edit that can be undone, and saves that. */
export async function saveFields(file: vscode.Uri, fields: WrittenFields): Promise<vscode.Uri> {
  const config = configOf(file);
  const path = vscode.workspace.asRelativePath(file, false).replaceAll('\\', '/');
  const { withFields } = await import('./config-edit');
  const edit = new vscode.WorkspaceEdit();
  const document = await opened(config);
  const before = document?.getText() ?? '';
  const after = edited(() => withFields(before, `./${patternOf(path)}`, fields));
  if (!document)
    edit.createFile(config, { contents: new TextEncoder().encode(after), ignoreIfExists: false });
  else {
    const { start, end, text } = changedPart(
      before,
      document.eol === vscode.EndOfLine.CRLF ? crlf(after) : after,
    );
    edit.replace(config, new vscode.Range(document.positionAt(start), document.positionAt(end)), text);
  }
  const saved =
    (await vscode.workspace.applyEdit(edit)) &&
    (await (await vscode.workspace.openTextDocument(config)).save());
  if (!saved) throw new UserError(vscode.l10n.t('{0} could not be written; is it read-only?', config.fsPath));
  return config;
}

/** The document of a file; undefined where there is no such file. */
async function opened(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    await vscode.workspace.fs.stat(uri);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
  return vscode.workspace.openTextDocument(uri);
}

/** Says what keeps the file from being edited. */
function edited(edit: () => string): string {
  try {
    return edit();
  } catch (error) {
    if (error instanceof Error && error.name === 'UsageError') throw new UserError(error.message);
    throw error;
  }
}

function crlf(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n');
}
