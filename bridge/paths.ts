import { lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { BridgeError } from '../core/protocol/bridge/codes';
import { LIMITS } from '../core/protocol/bridge/limits';
import { PATH_ROOTS, type Parameter, type PathRoot } from '../core/protocol/bridge/recipes';
import { isMissing } from '../core/training/files';

/** The folders that each root stands for, as absolute paths. */
export type Roots = Readonly<Record<PathRoot, readonly string[]>>;

/**
 * The absolute path that a parameter means, links resolved. A client writes `root:relative`, or an absolute path; it
 * must lie in one of the roots that the parameter allows. Throws `path.outside`, `path.missing` or `param.check`, and
 * names the parameter, never where the host's folders are.
 */
export function resolvePath(
  name: string,
  value: string,
  allowed: NonNullable<Parameter['path']>,
  roots: Roots,
): string {
  const outside = (why: string): BridgeError => new BridgeError('path.outside', `${name}: ${why}`);
  if (value.includes('\0')) throw outside('holds a NUL');
  if (value.length > LIMITS.path_length) throw outside(`is longer than ${LIMITS.path_length} characters`);
  const { bases, relative } = split(name, value, allowed, roots);
  let missing = false;
  for (const base of bases) {
    const candidate = relative === null ? resolve(value) : join(base, relative);
    const real = realOf(name, candidate);
    if (!isInside(real.path, realOf(name, base).path)) continue;
    if (real.exists) return checkKind(name, real.path, allowed.kind);
    if (!allowed.must_exist) return real.path;
    missing = true;
  }
  if (missing) throw new BridgeError('path.missing', `${name}: there is no ${JSON.stringify(value)}`);
  throw outside(`${JSON.stringify(value)} lies outside of ${allowed.roots.join(', ')}`);
}

/** The folders to look in, and the path below them; null for an absolute path. */
function split(
  name: string,
  value: string,
  allowed: NonNullable<Parameter['path']>,
  roots: Roots,
): { readonly bases: readonly string[]; readonly relative: string | null } {
  if (isAbsolute(value)) return { bases: allowed.roots.flatMap((root) => roots[root]), relative: null };
  const colon = value.indexOf(':');
  const root = PATH_ROOTS.find((each) => each === value.slice(0, colon));
  const relative = value.slice(colon + 1);
  if (root === undefined || !allowed.roots.includes(root))
    throw new BridgeError(
      'path.outside',
      `${name}: must be an absolute path, or begin with ${allowed.roots.map((each) => `${each}:`).join(' or ')}`,
    );
  const parts = relative.split('/');
  if (relative.includes('\\') || isAbsolute(relative) || parts.includes('..') || parts.length > 32)
    throw new BridgeError('path.outside', `${name}: must be relative to ${root}, with / and without ..`);
  return { bases: roots[root], relative };
}

/** A path with its links resolved; of one that does not exist, the part that does. */
function realOf(name: string, path: string): { readonly path: string; readonly exists: boolean } {
  try {
    return { path: realpathSync(path), exists: true };
  } catch (error) {
    if (!isMissing(error))
      throw new BridgeError(
        'path.missing',
        `${name}: cannot be read; see who may, and whether its links go in a circle`,
      );
    // A link that leads nowhere yet would be written through.
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new BridgeError('path.symlink', `${name}: ends in a link that leads nowhere`);
    const parent = dirname(path);
    if (parent === path) return { path, exists: false };
    return { path: join(realOf(name, parent).path, basename(path)), exists: false };
  }
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Opening a pipe would hang, a device may do anything: only files and folders are taken. */
function checkKind(name: string, path: string, kind: 'file' | 'dir'): string {
  const info = statSync(path);
  if (kind === 'file' ? info.isFile() : info.isDirectory()) return path;
  throw new BridgeError('param.check', `${name}: is not a ${kind === 'file' ? 'regular file' : 'folder'}`);
}
