import { isCount, isObject } from '../json';

/**
 * Addresses of the virtual documents that show one rollout of a file:
 * `rollout:/runs/step_3.jsonl%2317.rollout?file:///runs/step_3.jsonl`. The path is what a tab shows, and its ending
 * makes the language; index and sample are read off it, the file off the query.
 */
export const ROLLOUT_SCHEME = 'rollout';

/** Which rollout of which file. */
export interface RolloutAddress {
  /** URI of the file, as a string. */
  readonly file: string;
  /** Number of the record in the file, from 0. */
  readonly index: number;
  /** Number of the rollout in its record, from 0; more than 0 only where a record holds several. */
  readonly sample: number;
}

/** The parts of a URI as `vscode.Uri` and `vscode-uri` name them, decoded. */
export interface UriParts {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
}

const ENDING = /#(\d+)(?:\.(\d+))?\.rollout$/;

/** Builds the parts of a rollout's URI; `filePath` is the decoded path of the file's URI. */
export function rolloutUri({ file, index, sample }: RolloutAddress, filePath: string): UriParts {
  const number = sample > 0 ? `${index}.${sample}` : `${index}`;
  return { scheme: ROLLOUT_SCHEME, path: `${filePath}#${number}.rollout`, query: file };
}

/** Reads a rollout's URI; null for any other. */
export function rolloutAddress({ scheme, path, query }: UriParts): RolloutAddress | null {
  const match = scheme === ROLLOUT_SCHEME ? ENDING.exec(path) : null;
  return match && query ? { file: query, index: Number(match[1]), sample: Number(match[2] ?? 0) } : null;
}

/** The same text for the same rollout, and for no other. */
export function addressKey({ file, index, sample }: RolloutAddress): string {
  return `${file}#${index}.${sample}`;
}

/** `step_20.jsonl#3`: the file, the record in it, and of a record that holds several the rollout. For people. */
export function rolloutName({ file, index, sample }: RolloutAddress): string {
  const name = decoded(file.slice(file.lastIndexOf('/') + 1));
  return `${name}#${index}${sample > 0 ? `.${sample}` : ''}`;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}

/** Reads an address that was stored or sent as JSON, without what else stands beside it; null where it is none. */
export function readAddress(value: unknown): RolloutAddress | null {
  if (!isObject(value)) return null;
  const { file, index, sample } = value;
  if (typeof file !== 'string' || !/^[a-z][a-z\d+.-]*:\//i.test(file)) return null;
  return isCount(index) && isCount(sample) ? { file, index, sample } : null;
}
