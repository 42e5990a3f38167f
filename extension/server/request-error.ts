import * as vscode from 'vscode';
import { UserError } from '../common/errors';
import { unmarked } from '../common/unmarked';

/** Codes of JSON-RPC and of the Language Server Protocol that mean something to us. */
const codes = {
  /** The server said why in a sentence for the user. */
  requestFailed: -32803,
  cancelled: [-32800, -32802, -32801],
  /** The connection went away, or never was. */
  gone: [-32096, -32097, -32098, -32099, -32002],
};

/** There is no server, or it died before it answered: one that starts again may answer. */
export class ServerGone extends UserError {}

/**
 * Turns what a request rejected with into what the rest of the extension tells apart. A sentence of the server names
 * the file by its path, as the command line does; `paths` are those that the user knows by their last part.
 */
export function toError(error: unknown, paths: readonly string[] = []): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (typeof code !== 'number') return error;
  if (codes.cancelled.includes(code)) return new vscode.CancellationError();
  if (code === codes.requestFailed && error instanceof Error) {
    return new UserError(briefly(error.message, paths), error.message);
  }
  if (codes.gone.includes(code)) {
    return new ServerGone(
      vscode.l10n.t(
        'The language server of Tracehop is not running. Run “Tracehop: Restart Language Server”.',
      ),
    );
  }
  return error;
}

/** A sentence with names in place of paths, and without the marks of Markdown: a notice has room for little. */
export function briefly(sentence: string, paths: readonly string[]): string {
  const named = paths.reduce((text, path) => text.replaceAll(path, lastPart(path)), sentence);
  return unmarked(named);
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) || path;
}
