import * as vscode from 'vscode';
import type { ContextKey, ContextKeyValues } from './context-keys-list';
import type { Reporter } from './reporter';

/** Sets context keys, each only when its value changes, and clears them in the end. */
export class ContextKeys {
  private readonly values = new Map<ContextKey, unknown>();

  constructor(private readonly report: Reporter) {}

  set<K extends ContextKey>(key: K, value: ContextKeyValues[K] | undefined): void {
    if (this.values.get(key) === value) return;
    this.values.set(key, value);
    this.report.start(`context key ${key}`, () => vscode.commands.executeCommand('setContext', key, value));
  }

  dispose(): void {
    for (const key of this.values.keys()) this.set(key, undefined);
  }
}
