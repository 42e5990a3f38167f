import { fileURLToPath } from 'node:url';
import { type RolloutAddress, rolloutAddress, type UriParts } from '../../core/protocol/rollout-uri';
import { UserError } from './user-error';

const URI = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/;

/** Takes a URI apart as `vscode.Uri` does, decoded; null for what is no URI. */
export function uriParts(uri: string): UriParts | null {
  const match = URI.exec(uri);
  if (!match) return null;
  return { scheme: match[1] ?? '', path: decoded(match[2] ?? ''), query: decoded(match[3] ?? '') };
}

/** The rollout that a virtual document shows; null for every other document. */
export function addressOf(uri: string): RolloutAddress | null {
  const parts = uriParts(uri);
  return parts && rolloutAddress(parts);
}

/** The path of a `file:` URI. Fails with a sentence for the user where the file is not on this machine's disk. */
export function pathOf(uri: string): string {
  if (uriParts(uri)?.scheme !== 'file') {
    throw new UserError(`${uri}: rollouts are read from files on disk; save the file there first`);
  }
  try {
    return fileURLToPath(uri);
  } catch (error) {
    throw new UserError(`${uri}: it names no file on this machine`, { cause: error });
  }
}

/** A component whose percent signs are no escapes stays as it is. */
function decoded(component: string): string {
  try {
    return decodeURIComponent(component);
  } catch {
    return component;
  }
}
