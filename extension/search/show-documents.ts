import * as vscode from 'vscode';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import type { App } from '../app';
import { addressOf } from '../rollout-view/address';
import type { RolloutContent } from '../rollout-view/content';
import { showRollout } from '../rollout-view/show';

/** `showDocuments`: goes to a search in the rollout's view and shows what came back, in the hover over it. */
export function registerShowDocuments(app: App, content: RolloutContent): void {
  const title = vscode.l10n.t('Show Retrieved Documents');
  app.life.add(
    app.commands.register('tracehop.showDocuments', title, async (rollout, offset, position) => {
      const editor = await open(app, rollout);
      const start = position
        ? new vscode.Position(position.line, position.character)
        : content.positionAt(editor.document, offset);
      const place = pastTag(editor.document, start);
      editor.selection = new vscode.Selection(place, place);
      editor.revealRange(
        new vscode.Range(place, place),
        vscode.TextEditorRevealType.InCenterIfOutsideViewport,
      );
      await app.commands.builtIn('editor.action.showHover', { focus: 'noAutoFocus' });
    }),
  );
}

async function open(app: App, rollout: RolloutAddress | string): Promise<vscode.TextEditor> {
  if (typeof rollout !== 'string') return showRollout(app, rollout);
  const uri = vscode.Uri.parse(rollout, true);
  const address = addressOf(uri);
  return address ? showRollout(app, address) : vscode.window.showTextDocument(uri);
}

/** The opening tag of a search and the blanks after it. */
const OPENING = /^<[^<>]*>\s*/;

/** Where the query itself begins: a hover over its tag explains the tag. */
function pastTag(document: vscode.TextDocument, start: vscode.Position): vscode.Position {
  const text = document.getText(new vscode.Range(start, document.positionAt(document.offsetAt(start) + 200)));
  return document.positionAt(document.offsetAt(start) + (OPENING.exec(text)?.[0].length ?? 0));
}
