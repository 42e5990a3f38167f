import { relative, sep } from 'node:path';
import { filesOf } from '../../core/rollouts/walk';
import { pathOf } from '../host/uris';

/** A file of a selection. */
export interface SelectedFile {
  readonly uri: string;
  readonly path: string;
}

/**
 * The files that some URIs stand for, each once, folders walked in natural order. What cannot be read is told to
 * `fail` and left out.
 */
export async function filesAt(
  uris: readonly string[],
  fail: (uri: string, error: Error) => void,
  signal: AbortSignal,
): Promise<readonly SelectedFile[]> {
  const found = new Map<string, SelectedFile>();
  for (const uri of uris) {
    const root = pathOf(uri);
    for (const { path, named } of await filesOf([root], (error) => fail(uri, error), signal)) {
      const own = named ? uri : uriBelow(uri, relative(root, path));
      if (!found.has(path)) found.set(path, { uri: own, path });
    }
  }
  return [...found.values()];
}

/** The URI of a file below a folder's, encoded as editors do, so that both name a document alike. */
export function uriBelow(folder: string, path: string): string {
  return `${folder.replace(/\/$/, '')}/${path.split(sep).map(encoded).join('/')}`;
}

/** The URI of a path that lies at or below one of some URIs, encoded likewise. */
export function uriOf(path: string, roots: readonly string[]): string {
  for (const root of roots) {
    const folder = pathOf(root);
    if (folder === path) return root;
    if (path.startsWith(folder.endsWith(sep) ? folder : folder + sep))
      return uriBelow(root, relative(folder, path));
  }
  return uriBelow('file://', path.replace(/^\//, ''));
}

function encoded(segment: string): string {
  return encodeURIComponent(segment.replaceAll(/\p{Surrogate}/gu, '\ufffd')).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
