import * as vscode from 'vscode';
import type { StoreSummary } from '../../core/protocol/store';
import { itemOf } from './node-item';
import { childrenOf, runNode, type RunNode } from './nodes';
import type { Run } from './run';
import type { RunList } from './run-list';
import { runDescription, runTooltip } from './run-words';

/** Milliseconds in which changes are drawn together: a set that is read tells of itself some times a second. */
const TOGETHER_MS = 250;

/**
 * Milliseconds between two drawings of a run whose children are in sight. With it they are made anew, and VS Code forgets
 * the commands of the old ones: a click in just that moment does nothing.
 */
const CALM_MS = 3000;

/** What was drawn of a run, and when. */
interface Drawn {
  readonly words: string;
  readonly summary: StoreSummary | null;
  readonly at: number;
}

/** The tree of runs: which there are, and below each its findings and its steps. */
export class RunsTree implements vscode.TreeDataProvider<RunNode> {
  private readonly changeEmitter = new vscode.EventEmitter<RunNode | undefined>();
  /** One node a run: VS Code knows them by identity. */
  private readonly nodes = new WeakMap<Run, RunNode>();
  private readonly drawn = new WeakMap<Run, Drawn>();
  private readonly due = new Set<Run | undefined>();
  private timer: NodeJS.Timeout | undefined;
  /** Runs whose children somebody looks at. */
  private readonly expanded = new Set<Run>();
  private visible = true;

  readonly onDidChangeTreeData = this.changeEmitter.event;

  constructor(private readonly list: RunList) {}

  getTreeItem(node: RunNode): vscode.TreeItem {
    return itemOf(node);
  }

  getChildren(node?: RunNode): RunNode[] {
    if (!node) return this.list.all.map((run) => this.nodeOf(run));
    if (node.kind === 'run') {
      this.expanded.add(node.run);
      node.run.watch(this.visible);
    }
    return [...childrenOf(node)];
  }

  collapsed({ kind, run }: RunNode): void {
    if (kind !== 'run') return;
    this.expanded.delete(run);
    run.watch(false);
  }

  shown(visible: boolean): void {
    this.visible = visible;
    for (const run of this.expanded) run.watch(visible);
  }

  /** A run is another, or (undefined) there are other runs. */
  changed(run: Run | undefined): void {
    this.due.add(run);
    this.timer ??= setTimeout(() => this.fire(), TOGETHER_MS);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.changeEmitter.dispose();
  }

  private fire(): void {
    this.timer = undefined;
    const runs = [...this.due];
    this.due.clear();
    if (runs.includes(undefined)) {
      this.changeEmitter.fire(undefined);
      return;
    }
    for (const run of runs) if (run) this.draw(run);
    if (this.due.size > 0) this.timer ??= setTimeout(() => this.fire(), TOGETHER_MS);
  }

  /** Has a run drawn anew if it is another to look at: now, or in a while where its children are in sight. */
  private draw(run: Run): void {
    const before = this.drawn.get(run);
    const now = { words: wordsOf(run), summary: run.summary, at: performance.now() };
    if (before?.words === now.words && before.summary === now.summary) return;
    const isFirst = !before || (before.summary === null) !== (now.summary === null);
    if (!isFirst && this.expanded.has(run) && now.at - before.at < CALM_MS) {
      this.due.add(run);
      return;
    }
    this.drawn.set(run, now);
    this.changeEmitter.fire(this.nodeOf(run));
  }

  private nodeOf(run: Run): RunNode {
    const node = this.nodes.get(run) ?? runNode(run);
    this.nodes.set(run, node);
    return node;
  }
}

/** All that is said of a run itself. */
function wordsOf(run: Run): string {
  return [runDescription(run), runTooltip(run), run.isOpen, run.isHeld].join('\n');
}
