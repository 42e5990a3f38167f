import * as vscode from 'vscode';
import { UserError } from '../common/errors';

/** Errors of `core/agent` whose message is a sentence for the user. By name, since bundles have copies of classes. */
const IN_WORDS = ['ModelError', 'UsageError'];

/** An error as the reporter wants it: a sentence for the user, or that somebody called it off. */
export function inWords(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'AbortError') return new vscode.CancellationError();
  return IN_WORDS.includes(error.name) ? new UserError(error.message) : error;
}

/** Only a workspace the user trusts may lead to a call. Checked where a command begins: hiding it is not enough. */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new UserError(
    vscode.l10n.t(
      'Models are not asked in a workspace that is not trusted. Run “Workspaces: Manage Workspace Trust”.',
    ),
  );
}
