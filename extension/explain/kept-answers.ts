import type * as vscode from 'vscode';
import { type Kept, readKept, withKept, withoutKept } from './kept';

const KEPT = 'tracehop.explain.kept';

/** Finished explanations over reloads of the window, for this workspace. */
export class KeptAnswers {
  constructor(private readonly state: vscode.Memento) {}

  get(key: string): Kept | null {
    return this.all.find((kept) => kept.key === key) ?? null;
  }

  async keep(kept: Kept): Promise<void> {
    await this.state.update(KEPT, withKept(this.all, kept));
  }

  async forget(key: string): Promise<void> {
    if (this.get(key)) await this.state.update(KEPT, withoutKept(this.all, key));
  }

  private get all(): readonly Kept[] {
    return readKept(this.state.get(KEPT));
  }
}
