import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';

/** Runs work with a signal that fires when the client cancels the request. */
export async function withSignal<T>(
  token: CancellationToken,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort(cancelled());
  const listener = token.onCancellationRequested(() => controller.abort(cancelled()));
  try {
    controller.signal.throwIfAborted();
    return await work(controller.signal);
  } finally {
    listener.dispose();
  }
}

/** What a cancelled request answers. */
export function cancelled(): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
}

/** Whether work ended because somebody wanted it to. */
export function isCancellation(error: unknown): boolean {
  if (error instanceof ResponseError) return error.code === LSPErrorCodes.RequestCancelled;
  return error instanceof Error && error.name === 'AbortError';
}
