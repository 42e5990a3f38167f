import * as vscode from 'vscode';
import type { CommandId } from '../commands/types';

const COMMAND: CommandId = 'tracehop.openFindingHelp';

/** The address that opens the page about a rule, for a diagnostic's code. */
export function findingHelpUri(rule: string): vscode.Uri {
  return vscode.Uri.from({ scheme: 'command', path: COMMAND, query: JSON.stringify([rule]) });
}
