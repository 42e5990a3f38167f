import * as vscode from 'vscode';
import type { App } from '../app';
import type { OpenEditor } from '../rollouts/open-editor';
import type { OpenEditors } from '../rollouts/open-editors';
import { readRuns, withoutRun, withRun, type RememberedRun } from './remembered';
import { Run } from './run';

const KEY = 'tracehop.runs';

/** The sets that are open as tables, and those that were: kept with the workspace. */
export class RunList {
  private remembered: readonly RememberedRun[] | null = null;
  private readonly runs = new Map<string, Run>();
  private readonly changeEmitter = new vscode.EventEmitter<Run | undefined>();

  /** One changed, or (undefined) there are others. */
  readonly onDidChange = this.changeEmitter.event;

  constructor(
    private readonly app: App,
    private readonly editors: OpenEditors,
  ) {
    app.life.add(this.changeEmitter);
    app.life.add(editors.onDidChange((editor) => this.told(editor)));
    app.life.add({ dispose: () => this.all.forEach((run) => run.dispose()) });
  }

  /** All runs, those opened last first. */
  get all(): readonly Run[] {
    return this.list.map((source) => this.runOf(source));
  }

  /** Takes a run out of the list. A table that shows it stays open, and is listed again once it is opened again. */
  async remove({ key, source }: Run): Promise<void> {
    this.editors.unlist(source.paths);
    await this.keep(withoutRun(this.list, key));
  }

  private get list(): readonly RememberedRun[] {
    return (this.remembered ??= readRuns(this.app.context.workspaceState.get(KEY)));
  }

  private runOf(source: RememberedRun): Run {
    const run = new Run(this.app, source, (changed) => this.changeEmitter.fire(changed));
    const known = this.runs.get(run.key);
    if (known) return known;
    this.runs.set(run.key, run);
    return run;
  }

  private told(editor: OpenEditor): void {
    if (!editor.listed) return;
    const { name } = editor.panel.subject;
    const source = { paths: editor.paths, name };
    const next = withRun(this.list, source);
    if (next !== this.list) this.app.report.start('remember a run', () => this.keep(next));
    const open = this.editors.of(editor.paths);
    this.runOf(source).told(open !== undefined, open?.state ?? null);
  }

  private async keep(list: readonly RememberedRun[]): Promise<void> {
    const kept = new Set(list);
    for (const source of this.list) if (!kept.has(source)) this.drop(source);
    this.remembered = list;
    this.changeEmitter.fire(undefined);
    await this.app.context.workspaceState.update(KEY, list);
  }

  private drop(source: RememberedRun): void {
    const { key } = this.runOf(source);
    this.runs.get(key)?.dispose();
    this.runs.delete(key);
  }
}
