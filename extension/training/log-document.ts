import * as vscode from 'vscode';
import type { App } from '../app';
import { plainLog } from '../../core/protocol/panels/plain-log';
import type { TrainingService } from './service';

const SCHEME = 'tracehop-log';

/** Bytes of a log's end that a document shows; an editor is slow beyond. */
const MOST = 16 * 1024 * 1024;

/** Logs of jobs as read-only documents: without colours, and of progress bars what they showed last. */
export class LogDocuments implements vscode.TextDocumentContentProvider {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  constructor(
    { life }: App,
    private readonly service: TrainingService,
  ) {
    life.add(this.changed);
    life.add(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  /** Opens a job's log as it is now, at its end. */
  async open(recipe: string, job: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${recipe} ${job}.log`, query: job });
    this.changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    editor.revealRange(document.lineAt(document.lineCount - 1).range);
  }

  provideTextDocumentContent({ query: job }: vscode.Uri): Promise<string> {
    return this.service.use(async (link) => {
      const blocks: Uint8Array[] = [];
      let first: number | null = null;
      // Counted from the end, as far as it is now; what is written meanwhile is in the panel.
      for await (const { bytes, offset } of link.readTail(job, MOST)) {
        first ??= offset;
        blocks.push(bytes);
      }
      const text = plainLog(Buffer.concat(blocks).toString('utf8'));
      if (first === null || first === 0) return text;
      return `${vscode.l10n.t('… {0} bytes before this', first)}\n${text}`;
    });
  }
}
