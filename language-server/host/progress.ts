import type { Connection } from 'vscode-languageserver';
import type { WithProgress } from '../../core/protocol/progress';
import type { RequestName } from '../../core/protocol/server';
import type { Guard } from './guard';

/** Sends what a request says while it works; does nothing where the client asked for no progress. */
export function progressTo<Params, Result, Progress>(
  { connection, guard }: { readonly connection: Connection; readonly guard: Guard },
  { method }: RequestName<Params, Result, Progress>,
  { progressToken: token }: WithProgress,
): (value: Progress) => void {
  if (token === undefined) return () => undefined;
  return (value) =>
    guard.background(`progress of ${method}`, connection.sendNotification('$/progress', { token, value }));
}
