import * as vscode from 'vscode';
import { rolloutAddress, rolloutUri, type RolloutAddress } from '../../core/protocol/rollout-uri';

/** The URI of the document that shows a rollout. */
export function documentUri(address: RolloutAddress): vscode.Uri {
  return vscode.Uri.from(rolloutUri(address, vscode.Uri.parse(address.file, true).path));
}

/** Which rollout a document shows; null for any other document. */
export function addressOf(uri: vscode.Uri): RolloutAddress | null {
  return rolloutAddress(uri);
}

/** The file behind a rollout. */
export function fileOf(address: RolloutAddress): vscode.Uri {
  return vscode.Uri.parse(address.file, true);
}

/** Whether two URIs name the same resource, however they were written. */
export function sameUri(one: vscode.Uri, other: vscode.Uri): boolean {
  return one.toString() === other.toString();
}

/** The name of a file, as tabs show it. */
export function baseName(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
