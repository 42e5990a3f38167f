import * as vscode from 'vscode';
import type { Reporter } from '../common/reporter';
import type { BuiltInCommands, CommandId, TracehopCommands } from './types';

/** Registers and runs commands by their types: a wrong id or argument does not compile. */
export class Commands {
  constructor(private readonly report: Reporter) {}

  /** Registers one of ours. Whatever it throws ends in the reporter. */
  register<K extends CommandId>(id: K, title: string, handler: TracehopCommands[K]): vscode.Disposable {
    const work = handler as (...args: readonly unknown[]) => Promise<void>;
    return vscode.commands.registerCommand(id, (...args: unknown[]) =>
      this.report.command(title, () => work(...args)),
    );
  }

  /** Runs one of VS Code's own. */
  async builtIn<K extends keyof BuiltInCommands>(
    id: K,
    ...args: Parameters<BuiltInCommands[K]>
  ): Promise<void> {
    await vscode.commands.executeCommand(id, ...args);
  }
}

/** A command as lenses and status items carry it. */
export function commandLink<K extends CommandId>(
  command: K,
  title: string,
  ...args: Parameters<TracehopCommands[K]>
): vscode.Command {
  return { command, title, arguments: args };
}
