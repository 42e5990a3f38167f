import * as vscode from 'vscode';

/** A token that is cancelled when a signal fires, for as long as its source is not disposed. */
export function cancelledBy(signal: AbortSignal): vscode.CancellationTokenSource {
  const source = new vscode.CancellationTokenSource();
  if (signal.aborted) source.cancel();
  else signal.addEventListener('abort', () => source.cancel(), { once: true });
  return source;
}
