import * as vscode from 'vscode';
import type { App } from '../app';
import { UserError } from '../common/errors';

/** The code of records that cannot be read: no rule, so its page stands beside those of the rules. */
const BROKEN_RECORD = 'broken-record';

/** `openFindingHelp`: shows the page about a rule that ships with the extension. */
export function registerFindingHelp(app: App): void {
  const title = vscode.l10n.t('Explain Finding');
  app.life.add(
    app.commands.register('tracehop.openFindingHelp', title, async (rule) => {
      if (!/^[a-z-]+$/.test(rule)) throw new UserError(vscode.l10n.t('There is no such rule.'));
      const folder = rule === BROKEN_RECORD ? ['docs'] : ['docs', 'findings'];
      const page = vscode.Uri.joinPath(app.context.extensionUri, ...folder, `${rule}.md`);
      try {
        await vscode.workspace.fs.stat(page);
      } catch {
        throw new UserError(vscode.l10n.t('There is no page about the rule {0}.', rule));
      }
      await app.commands.builtIn('markdown.showPreview', page);
    }),
  );
}
