import * as vscode from 'vscode';
import { rolloutName, type RolloutAddress } from '../../core/protocol/rollout-uri';
import { requests, type FilePlace } from '../../core/protocol/server';
import type { App } from '../app';
import { linkless } from '../common/linkless';
import { otherColumn } from '../panels/reveal';
import { baseName, fileOf } from '../rollout-view/address';
import { openRolloutDocument } from '../rollout-view/show';
import { asText, sizeText } from './as-text';

/** Shows a rollout as text beside its table, and goes there. */
export async function openText(
  app: App,
  panelColumn: vscode.ViewColumn | undefined,
  rollout: RolloutAddress,
): Promise<void> {
  const document = await openRolloutDocument(app, rollout);
  await vscode.window.showTextDocument(document, { viewColumn: otherColumn(panelColumn) });
}

/**
 * Shows where a rollout, or an offset of its own text, stands in its file. Of a file that no text editor can show, or
 * that is too large for one, it offers what works instead.
 */
export async function revealInFile(
  app: App,
  panelColumn: vscode.ViewColumn | undefined,
  rollout: RolloutAddress,
  offset: number | null,
): Promise<void> {
  const file = fileOf(rollout);
  const place = await app.server.request(requests.sourcePlace, { ...rollout, offset: offset ?? 0 });
  const size = await sizeOf(file);
  const shown = asText(file.path, size, confirmedBytes());
  const at = new vscode.Position(place.position.line, place.position.character);
  const open = (): Promise<void> =>
    // Unlike `showTextDocument`, this also opens files that are too large for the extension host.
    app.commands.builtIn('vscode.openWith', file, 'default', {
      selection: new vscode.Range(at, at),
      viewColumn: otherColumn(panelColumn),
    });
  if (shown === 'yes') return open();
  await offer(app, panelColumn, rollout, place, shown === 'large' ? { size: size ?? 0, open } : null);
}

/** VS Code asks before it opens a file of this many bytes, and then forgets where in it one wanted to go. */
function confirmedBytes(): number {
  const megabytes = vscode.workspace
    .getConfiguration('workbench')
    .get<unknown>('editorLargeFileConfirmation');
  return typeof megabytes === 'number' ? megabytes * 1024 ** 2 : Infinity;
}

/** Null where there is no such file on the disk: it is one of an archive. */
async function sizeOf(file: vscode.Uri): Promise<number | null> {
  try {
    return (await vscode.workspace.fs.stat(file)).size;
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return null;
    throw error;
  }
}

async function offer(
  app: App,
  panelColumn: vscode.ViewColumn | undefined,
  rollout: RolloutAddress,
  { byte, position }: FilePlace,
  large: { readonly size: number; readonly open: () => Promise<void> } | null,
): Promise<void> {
  const name = baseName(fileOf(rollout));
  const where = vscode.l10n.t(
    'line {0}, byte {1}',
    (position.line + 1).toLocaleString('en'),
    byte.toLocaleString('en'),
  );
  const text = vscode.l10n.t('Open Rollout as Text');
  const copy = vscode.l10n.t('Copy Place');
  const anyway = vscode.l10n.t('Open File Anyway');
  const said = large
    ? vscode.l10n.t(
        '{0} has {1}, which a text editor may not show. The rollout stands at {2}.',
        name,
        sizeText(large.size),
        where,
      )
    : vscode.l10n.t('{0} is not a text file. The rollout is record {1} of it.', name, rollout.index);
  const answers = large ? [text, copy, anyway] : [text, copy];
  const answer = await vscode.window.showInformationMessage(linkless(said), ...answers);
  if (answer === text) await openText(app, panelColumn, rollout);
  else if (answer === copy)
    await vscode.env.clipboard.writeText(
      large ? `${fileOf(rollout).fsPath}:${position.line + 1} (byte ${byte})` : rolloutName(rollout),
    );
  else if (answer === anyway) await large?.open();
}
