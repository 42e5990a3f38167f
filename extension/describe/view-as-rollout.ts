import * as vscode from 'vscode';
import type { App } from '../app';
import { activeUri } from '../common/active-editor';
import { UserError } from '../common/errors';

/** `viewAsRollout`: a text file whose text is rollouts gets the language, and with it everything a rollout has. */
export function registerViewAsRollout(app: App): void {
  const title = vscode.l10n.t('View as Rollout');
  app.life.add(
    app.commands.register('tracehop.viewAsRollout', title, async (file) => {
      const uri = file ?? activeUri();
      if (!uri) throw new UserError(vscode.l10n.t('Open a text file that holds rollouts first.'));
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.languages.setTextDocumentLanguage(document, 'rollout');
    }),
  );
}
