import * as vscode from 'vscode';
import { requests, type RecordLine, type SearchLens } from '../../core/protocol/server';
import type { App } from '../app';
import { commandLink } from '../commands/commands';
import { plainLabel } from '../common/plain-label';
import { isJson } from './candidates';
import { toRange } from './convert';
import type { RolloutFiles } from './rollout-files';

/** Milliseconds without scrolling before searches of the records in view are asked for. */
const PAUSE = 200;
/** Records of a file whose searches are asked for in one go. */
const AT_ONCE = 30;

/** What is known of one document: where its records begin, and the searches of those that were in view. */
interface Known {
  records: readonly RecordLine[];
  readonly searches: Map<number, readonly SearchLens[]>;
}

/**
 * The searches of records that are or were in view. Asking for those of all records would parse the whole file;
 * so they are read as the reader comes to them, and kept until the file changes.
 */
export class SearchLenses {
  private readonly emitter = new vscode.EventEmitter<void>();
  private readonly known = new Map<string, Known>();
  private timer: NodeJS.Timeout | undefined;

  /** More of them were read. */
  readonly onDidRead = this.emitter.event;

  constructor(
    private readonly app: App,
    files: RolloutFiles,
  ) {
    const { life } = app;
    life.add(this.emitter);
    life.add({ dispose: () => clearTimeout(this.timer) });
    life.add(vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.soon(textEditor)));
    life.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.known.delete(uri.toString())));
    life.add(
      files.onDidChange((uri) => {
        if (uri) this.known.delete(uri.toString());
        else this.known.clear();
      }),
    );
  }

  /** Lenses of the searches read so far; those of the records in view are read if they were not. */
  of(document: vscode.TextDocument, records: readonly RecordLine[]): vscode.CodeLens[] {
    const key = document.uri.toString();
    const known = this.known.get(key) ?? { records, searches: new Map<number, readonly SearchLens[]>() };
    known.records = records;
    this.known.set(key, known);
    for (const editor of vscode.window.visibleTextEditors)
      if (editor.document === document) this.soon(editor);
    return [...known.searches.values()].flat().map(toLens);
  }

  private soon(editor: vscode.TextEditor): void {
    if (!isJson(editor.document.uri) || !this.known.has(editor.document.uri.toString())) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.app.report.start('search lenses', () => this.read(editor)), PAUSE);
  }

  private async read({ document, visibleRanges }: vscode.TextEditor): Promise<void> {
    const file = document.uri.toString();
    const known = this.known.get(file);
    if (!known || document.isDirty) return;
    const missing = inView(known.records, visibleRanges)
      .filter((index) => !known.searches.has(index))
      .slice(0, AT_ONCE);
    if (missing.length === 0) return;
    const found = await Promise.all(
      missing.map((index) => this.app.server.request(requests.searchLenses, { file, index })),
    );
    missing.forEach((index, i) => known.searches.set(index, found[i] ?? []));
    if (found.some((lenses) => lenses.length > 0)) this.emitter.fire();
  }
}

/** Numbers of the records that reach into these ranges of lines: a record ends where the next one begins. */
function inView(records: readonly RecordLine[], ranges: readonly vscode.Range[]): number[] {
  return records
    .filter(({ line }, i) => {
      const last = (records[i + 1]?.line ?? Infinity) - 1;
      return ranges.some(({ start, end }) => line <= end.line && Math.max(line, last) >= start.line);
    })
    .map(({ index }) => index);
}

function toLens({ range, title, rollout, offset }: SearchLens): vscode.CodeLens {
  const command = commandLink('tracehop.showDocuments', plainLabel(title), rollout, offset);
  return new vscode.CodeLens(toRange(range), command);
}
