import type * as vscode from 'vscode';
import type { Commands } from './commands/commands';
import type { ContextKeys } from './common/context-keys';
import type { DisposableStore } from './common/disposable-store';
import type { Reporter } from './common/reporter';
import type { Server } from './server/server';

/** What every part of the extension is given: no part reaches for anything global of ours. */
export interface App {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly report: Reporter;
  readonly commands: Commands;
  readonly contextKeys: ContextKeys;
  readonly server: Server;
  /** The life of the extension; the shorter life of one server process is {@link Server}'s own. */
  readonly life: DisposableStore;
}
