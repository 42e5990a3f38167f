import * as vscode from 'vscode';
import { copiedText } from '../../core/containers/fields/clipboard-text';
import { LONGEST_MEMORY_TEXT } from '../../core/protocol/records';
import type { App } from '../app';
import { UserError } from '../common/errors';
import { unmarked } from '../common/unmarked';
import type { RolloutContent } from '../rollout-view/content';
import { pickRollout } from '../rollout-view/pick';
import { showRolloutAt } from '../rollout-view/show';
import { CopiedTexts } from './copied-texts';

/** `openClipboard`: reads what was copied as if it were a file, and shows a rollout of it. */
export function registerOpenClipboard(app: App, content: RolloutContent): void {
  const texts = new CopiedTexts(app);
  const title = vscode.l10n.t('Open Clipboard as Rollout');
  app.life.add(
    app.commands.register('tracehop.openClipboard', title, async () => {
      const text = copiedText(await copied());
      const options = {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('Reading the clipboard'),
        cancellable: true,
      };
      const { uri, description } = await vscode.window.withProgress(options, (_progress, token) =>
        texts.open(text, token),
      );
      let kept = false;
      try {
        if (description.none !== null)
          throw new UserError(
            vscode.l10n.t('The clipboard holds no rollout: {0}.', unmarked(description.none)),
          );
        const address = await pickRollout(app, uri);
        if (!address) return;
        await showRolloutAt(app, content, address);
        texts.keep(uri);
        kept = true;
      } finally {
        if (!kept) texts.forget(uri);
      }
    }),
  );
}

/** The text of the clipboard; fails with a sentence where there is none, or too much of it. */
async function copied(): Promise<string> {
  const text = await vscode.env.clipboard.readText();
  if (text.trim() === '') throw new UserError(vscode.l10n.t('The clipboard holds no text.'));
  if (text.length <= LONGEST_MEMORY_TEXT) return text;
  const number = new Intl.NumberFormat(vscode.env.language);
  throw new UserError(
    vscode.l10n.t(
      'The clipboard holds {0} characters; up to {1} are opened. Save the text as a file and open that.',
      number.format(text.length),
      number.format(LONGEST_MEMORY_TEXT),
    ),
  );
}
