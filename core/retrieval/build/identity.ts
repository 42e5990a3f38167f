import { createHash } from 'node:crypto';
import { ANALYSER } from '../analysis/english';
import type { Passage } from '../passage';

/** The identity of an index without documents. */
export const NO_DOCUMENTS: string = createHash('sha256').update(ANALYSER).digest('hex');

/**
 * The identity of an index with one document more: SHA-256 over the identity so far and the document. A chain rather
 * than one hash over everything, because its state is 32 bytes that an interrupted build can keep.
 */
export function identityWith(identity: string, id: string, { title, text }: Passage): string {
  const hash = createHash('sha256').update(identity);
  // JSON keeps the fields apart, and no title apart from an empty one.
  return hash.update(JSON.stringify([id, title, text])).digest('hex');
}
