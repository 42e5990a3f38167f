import * as vscode from 'vscode';
import type { RolloutsView } from '../../core/protocol/panels/rollouts';
import type { PanelKind } from '../panels/kind';
import type { Panels } from '../panels/panels';
import { subjectOf } from './subject';
import { NO_WISH, type Wish } from './target';

/** Users store it in `workbench.editorAssociations`: it stays as it is. */
export const VIEW_TYPE = 'tracehop.rollouts';

/** Custom editors of single files. They write nothing; what they show lives in the store. */
export class RolloutsEditors implements vscode.CustomReadonlyEditorProvider {
  /** What editors that are about to open are to show first, by file. */
  private readonly wishes = new Map<string, Wish>();

  constructor(
    private readonly panels: Panels,
    private readonly kind: PanelKind<RolloutsView>,
  ) {}

  /** Has an editor of a file that opens while `work` runs show something first. */
  async during(file: vscode.Uri, wish: Wish, work: () => Promise<void>): Promise<void> {
    const key = file.toString();
    this.wishes.set(key, wish);
    try {
      await work();
    } finally {
      this.wishes.delete(key);
    }
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    // VS Code shows the message in place of the editor.
    if (uri.scheme !== 'file') throw new Error(vscode.l10n.t('Only files on disk are shown as rollouts.'));
    return { uri, dispose: () => undefined };
  }

  resolveCustomEditor({ uri }: vscode.CustomDocument, panel: vscode.WebviewPanel): void {
    const wish = this.wishes.get(uri.toString()) ?? NO_WISH;
    this.panels.fill(this.kind, panel, subjectOf([uri], wish));
  }
}
