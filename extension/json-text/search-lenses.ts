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

/** Searches shown in one line; editors cut off what does not fit. */
const MOST_IN_LINE = 4;

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
    const lines = new Map(records.map(({ index, line }) => [index, line]));
    return [...known.searches].flatMap(([index, lenses]) => lensesOf(lenses, lines.get(index)));
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

/** Lenses of one record's searches. Those on the line where it begins share that line with its own lens. */
function lensesOf(lenses: readonly SearchLens[], recordLine: number | undefined): vscode.CodeLens[] {
  return lenses.flatMap(({ range, title, rollout, offset }, i) => {
    const inLine = range.start.line === recordLine;
    if (inLine && i >= MOST_IN_LINE) return [];
    const text = inLine ? shortTitle(i + 1, title) : title;
    const command = commandLink('tracehop.showDocuments', plainLabel(text), rollout, offset);
    const lens = new vscode.CodeLens(toRange(range), command);
    if (inLine) return [lens];
    const replay = commandLink('tracehop.replaySearch', vscode.l10n.t('Replay'), rollout, offset);
    return [lens, new vscode.CodeLens(toRange(range), replay)];
  });
}

/** `2: gold at 3` for `3 documents · gold at 3`: a line has room for the part that says most. */
function shortTitle(number: number, title: string): string {
  return `${number}: ${title.split(' · ').at(-1) ?? title}`;
}
