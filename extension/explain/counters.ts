import * as vscode from 'vscode';
import { addSpent, type Counters, readCounters, type Spent } from '../../core/agent/cost';

const COUNTERS = 'tracehop.model.counters';

/** What asking models took: in this window, and since the user last reset it. */
export class ModelCounters {
  private inWindow: Counters = [];
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;

  constructor(private readonly state: vscode.Memento) {}

  get session(): Counters {
    return this.inWindow;
  }

  get totals(): Counters {
    return readCounters(this.state.get(COUNTERS));
  }

  async add(spent: Spent): Promise<void> {
    this.inWindow = addSpent(this.inWindow, spent);
    await this.state.update(COUNTERS, addSpent(this.totals, spent));
    this.changed.fire();
  }

  /** Begins to count from 0. */
  async reset(): Promise<void> {
    this.inWindow = [];
    await this.state.update(COUNTERS, undefined);
    this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }
}
