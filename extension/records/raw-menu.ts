import * as vscode from 'vscode';
import type { FileDescription } from '../../core/protocol/server';
import type { App } from '../app';
import { plainLabel } from '../common/plain-label';
import { unmarked } from '../common/unmarked';
import { baseName } from '../rollout-view/address';
import { pickRecord } from './pick-record';
import type { RecordDocuments } from './record-documents';

interface Choice extends vscode.QuickPickItem {
  run(): Promise<void>;
}

/** What can be done with a file in which no rollout was recognised: look at a record, map fields, choose otherwise. */
export async function offerRecords(
  app: App,
  documents: RecordDocuments,
  file: vscode.Uri,
  { none }: FileDescription,
): Promise<void> {
  const choices: Choice[] = [
    {
      label: `$(json) ${vscode.l10n.t('Open a record')}`,
      detail: vscode.l10n.t('As a document in which texts have their line breaks'),
      run: async () => {
        const index = await pickRecord(app, file);
        if (index !== undefined) await documents.show(file, index);
      },
    },
    {
      label: `$(symbol-field) ${vscode.l10n.t('Map fields...')}`,
      detail: vscode.l10n.t('Say which field holds the text, the question and the rest'),
      run: async () => void (await vscode.commands.executeCommand('tracehop.mapFields', file)),
    },
    {
      label: `$(list-selection) ${vscode.l10n.t('Choose a container...')}`,
      detail: vscode.l10n.t('Take the file for one that Tracehop knows'),
      run: async () => void (await vscode.commands.executeCommand('tracehop.describeFile', file)),
    },
  ];
  const chosen = await vscode.window.showQuickPick(choices, {
    title: vscode.l10n.t('{0}: no rollout was recognised', baseName(file)),
    placeHolder: plainLabel(unmarked(none ?? ''), 200),
  });
  await chosen?.run();
}
