import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Names what rows were made by: a digest of the programs that read, parse and find. Rows of another version are made
 * anew, and stores of different versions do not talk to each other. Rejects where a program is not there.
 */
export function analyserVersion(programs: readonly string[]): string {
  const hash = createHash('sha256');
  for (const program of programs) hash.update(readFileSync(program));
  return hash.digest('hex').slice(0, 16);
}
