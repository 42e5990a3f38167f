/**
 * Links to rollouts: `vscode://tracehop.tracehop/rollouts?path=/runs/step_3.jsonl&index=17&filter=score%20%3C%201`.
 * Whoever wrote one is unknown: what is read here is checked again before it is opened.
 */
export interface RolloutsLink {
  /** Paths on the disk, absolute or below a folder of the workspace; at least one, at most {@link MOST_PATHS}. */
  readonly paths: readonly string[];
  /** The record, and the rollout in it; null where the link leads to none. */
  readonly rollout: { readonly index: number; readonly sample: number } | null;
  /** Null where the link does not say. */
  readonly filter: string | null;
}

export const LINK_PATH = '/rollouts';

/** Extension id, as it stands in links. */
const AUTHORITY = 'tracehop.tracehop';

const MOST_PATHS = 64;
const LONGEST_PATH = 4096;
const LONGEST_FILTER = 10_000;

/**
 * The text of a link. Values are encoded twice: VS Code decodes the whole query once before it hands it on, after which an
 * `&` of a value could not be told from one between values.
 */
export function formatLink(scheme: string, { paths, rollout, filter }: RolloutsLink): string {
  const pairs: [string, string][] = paths.map((path) => ['path', path]);
  if (rollout) {
    pairs.push(['index', String(rollout.index)]);
    if (rollout.sample > 0) pairs.push(['sample', String(rollout.sample)]);
  }
  if (filter !== null && filter !== '') pairs.push(['filter', filter]);
  const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(encodeURIComponent(value))}`);
  return `${scheme}://${AUTHORITY}${LINK_PATH}?${query.join('&')}`;
}

/**
 * Reads a link from its path and its query, which was decoded once. Null where it is none of ours, or says what makes no
 * sense: a link that is half understood would open something else than it names.
 */
export function readLink(path: string, query: string): RolloutsLink | null {
  if (path.replace(/\/$/, '') !== LINK_PATH) return null;
  const values = new Map<string, string[]>();
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=');
    if (at < 0) continue;
    const name = pair.slice(0, at);
    values.set(name, [...(values.get(name) ?? []), decoded(pair.slice(at + 1))]);
  }
  const paths = values.get('path') ?? [];
  const filter = only(values, 'filter');
  const index = count(only(values, 'index'));
  const sample = count(only(values, 'sample'));
  if (paths.length === 0 || paths.length > MOST_PATHS || !paths.every(isPath)) return null;
  if (index === undefined || sample === undefined || (sample !== null && index === null)) return null;
  // A record is one of one file.
  if (index !== null && paths.length > 1) return null;
  if (filter !== null && filter.length > LONGEST_FILTER) return null;
  return { paths, filter, rollout: index === null ? null : { index, sample: sample ?? 0 } };
}

function only(values: ReadonlyMap<string, readonly string[]>, name: string): string | null {
  return values.get(name)?.at(-1) ?? null;
}

/** Null where nothing is said, undefined where no number is. */
function count(text: string | null): number | null | undefined {
  if (text === null) return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** No address with a scheme, and none of another machine: looking there would already tell it who looks. */
function isPath(path: string): boolean {
  if (path === '' || path.length > LONGEST_PATH || path.includes('\0')) return false;
  if (/^[/\\]{2}/.test(path)) return false;
  return !/^[a-z][a-z\d+.-]+:/i.test(path);
}

/** Links written by hand are encoded once. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
