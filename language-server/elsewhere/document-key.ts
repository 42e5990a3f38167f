import type { Document } from '../../core/trace/model';

/** Characters of a passage that tell it from others of the same title. */
const HEAD = 64;

/** A number of 53 bits that stands for a document: its title and the beginning of its text. */
export function documentKey({ title, text }: Pick<Document, 'title' | 'text'>): number {
  return hash53(`${title ?? ''}\n${text.slice(0, HEAD)}`);
}

/** cyrb53 (public domain, bryc): two multiplicative hashes of 32 bits, mixed. */
function hash53(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
