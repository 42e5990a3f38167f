import * as vscode from 'vscode';

/** Something the user can understand and change: its message is a sentence for them. */
export class UserError extends Error {
  override readonly name = 'UserError';

  constructor(
    message: string,
    /** The same in full, for the log. */
    readonly full = message,
  ) {
    super(message);
  }
}

/** Whether somebody called it off: nobody needs to hear of that. */
export function isCancellation(error: unknown): boolean {
  return error instanceof vscode.CancellationError || (error instanceof Error && error.name === 'Canceled');
}

/** What the log shows of an error. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
