import * as vscode from 'vscode';
import type { RolloutsView } from '../../core/protocol/panels/rollouts';
import type { StoreState } from '../../core/protocol/store';
import type { Panel } from '../panels/panel';
import { OpenEditor } from './open-editor';
import { keyOf } from './target';

/** The tables of rollouts that are open in this window, in the order in which they were opened. */
export class OpenEditors {
  private readonly open = new Set<OpenEditor>();
  private readonly changeEmitter = new vscode.EventEmitter<OpenEditor>();

  /** One was opened or closed, or its set got further. */
  readonly onDidChange = this.changeEmitter.event;

  add(panel: Panel<RolloutsView>): OpenEditor {
    const editor = new OpenEditor(panel);
    this.open.add(editor);
    panel.life.add({
      dispose: () => {
        this.open.delete(editor);
        this.changeEmitter.fire(editor);
      },
    });
    this.changeEmitter.fire(editor);
    return editor;
  }

  told(editor: OpenEditor, state: StoreState): void {
    editor.state = state;
    this.changeEmitter.fire(editor);
  }

  /** Somebody asks for one that is open. */
  wanted(editor: OpenEditor): void {
    editor.listed = true;
    this.changeEmitter.fire(editor);
  }

  /** Takes the tables of a set out of what is listed; they stay open. */
  unlist(paths: readonly string[]): void {
    const key = keyOf(paths);
    for (const editor of this.open) if (editor.key === key) editor.listed = false;
  }

  /** The table of a set: the one in sight, else the one opened last. */
  of(paths: readonly string[]): OpenEditor | undefined {
    const key = keyOf(paths);
    const all = [...this.open].filter((editor) => editor.key === key);
    return all.find(({ panel }) => panel.visible) ?? all.at(-1);
  }

  dispose(): void {
    this.changeEmitter.dispose();
  }
}
