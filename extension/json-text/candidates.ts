import * as vscode from 'vscode';
import { OPENING_TAGS } from '../../core/trace/opening-tags';

/** The files whose text may show lenses and hovers. */
export const jsonSelector: vscode.DocumentFilter = { scheme: 'file', pattern: '**/*.{jsonl,ndjson,json}' };

const LINES = /\.(?:jsonl|ndjson)$/i;
const JSON_VALUE = /\.json$/i;

const TEXT = /\.(?:txt|log)$/i;

/** Characters of a `.json` or text file that are looked at before the server is asked. */
const HEAD = 128 * 1024;

/** Whether a file is of a kind whose text we look into at all. */
export function isJson(uri: vscode.Uri): boolean {
  return uri.scheme === 'file' && (LINES.test(uri.path) || JSON_VALUE.test(uri.path));
}

/** Whether a file is plain text, which may hold rollouts as they are. */
export function isPlainText(uri: vscode.Uri): boolean {
  return uri.scheme === 'file' && TEXT.test(uri.path);
}

/**
 * Whether it is worth asking the server if a file holds rollouts. Most `.json` files in a window are settings and
 * packages, and most text is no rollout, and for them no server should start: one must show a tag of a dialect, or tool calls,
 * or be `named`: stand where a `tracehop.yml` says what files hold. It may say yes too often. A JSON file that is no
 * document here (too large for the extension host) is worth asking about.
 */
export async function mayHoldRollouts(
  uri: vscode.Uri,
  document: vscode.TextDocument | undefined,
  named: (uri: vscode.Uri) => Promise<boolean>,
): Promise<boolean> {
  if (isPlainText(uri)) return document !== undefined && (marks.test(headOf(document)) || (await named(uri)));
  if (!isJson(uri)) return false;
  if (LINES.test(uri.path) || !document) return true;
  if (document.languageId === 'jsonc') return false;
  return marks.test(headOf(document)) || (await named(uri));
}

function headOf(document: vscode.TextDocument): string {
  return document.getText(new vscode.Range(new vscode.Position(0, 0), document.positionAt(HEAD)));
}

/** Every opening tag, as JSON writes it; some writers escape the angle bracket. */
const marks = new RegExp(
  ['"tool_calls"', ...OPENING_TAGS]
    .map((mark) => mark.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('<', '(?:<|\\\\u003[cC])'))
    .join('|'),
);
