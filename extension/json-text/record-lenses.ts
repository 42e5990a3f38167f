import * as vscode from 'vscode';
import { requests } from '../../core/protocol/server';
import type { App } from '../app';
import { commandLink } from '../commands/commands';
import { changes, setting } from '../settings';
import { jsonSelector } from './candidates';
import { isUnreadable } from '../rollout-view/readable';
import { recordTitle } from './lens-title';
import type { RolloutFiles } from './rollout-files';
import type { SearchLenses } from './search-lenses';

/** The lens above a record; what it says is asked for when it comes into view. */
class RecordLens extends vscode.CodeLens {
  constructor(
    line: number,
    readonly file: string,
    readonly index: number,
  ) {
    super(new vscode.Range(line, 0, line, 0));
  }
}

/** Lenses in JSON texts that hold rollouts: one a record, and one a search of the records in view. */
export class RecordLenses implements vscode.CodeLensProvider {
  private readonly emitter = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.emitter.event;

  constructor(
    private readonly app: App,
    private readonly files: RolloutFiles,
    private readonly searches: SearchLenses,
  ) {
    const { life } = app;
    const changed = (): void => this.emitter.fire();
    life.add(this.emitter);
    life.add(vscode.languages.registerCodeLensProvider(jsonSelector, this));
    life.add(files.onDidChange(changed));
    life.add(searches.onDidRead(changed));
    life.add(
      vscode.workspace.onDidChangeConfiguration((event) => changes(event, 'codeLens.enabled') && changed()),
    );
  }

  provideCodeLenses(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeLens[]> {
    return this.app.report.quietly('code lenses', [], async () => {
      if (!setting('codeLens.enabled', document.uri) || document.isDirty) return [];
      // Also where lines are too long for anything inside them: the lens of a record stands before its first line.
      const description = await this.files.holding(document.uri, document);
      if (!description) return [];
      const file = document.uri.toString();
      const records = await this.app.server.request(requests.recordLines, { file }, token);
      return [
        ...records.map(({ line, index }) => new RecordLens(line, file, index)),
        ...(description.inText ? this.searches.of(document, records) : []),
      ];
    });
  }

  resolveCodeLens(lens: vscode.CodeLens, token: vscode.CancellationToken): Promise<vscode.CodeLens> {
    return this.app.report.quietly('code lens', lens, async () => {
      if (!(lens instanceof RecordLens)) return lens;
      const { file, index } = lens;
      const rollouts = await this.app.server.request(requests.summary, { file, index }, token);
      const title = recordTitle(index, rollouts);
      const [first, ...others] = rollouts;
      if (!first || isUnreadable(first)) lens.command = { title, command: '' };
      else if (others.length) {
        lens.command = commandLink('tracehop.pickRollout', title, vscode.Uri.parse(file), index);
      } else {
        lens.command = commandLink('tracehop.openRollout', title, { file, index, sample: first.sample });
      }
      return lens;
    });
  }
}
