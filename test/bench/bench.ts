import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchHover } from './hover';
import type { Measurement } from './measure';
import { benchParse, benchUnclosedTags } from './parse';
import { benchRetrieval } from './retrieval';

const megabytes = Number(process.argv[2] ?? 200);

/** Passages of the corpus that is indexed. */
const PASSAGES = 200_000;

void main();

/** Runs every measurement that needs no workbench and prints each as a line of JSON. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tracehop-bench-'));
  try {
    print(benchUnclosedTags());
    print(await benchParse(folder, megabytes * 1e6));
    print(await benchHover(folder));
    print(await benchRetrieval(folder, PASSAGES));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function print(measurements: readonly Measurement[]): void {
  for (const measurement of measurements) console.log(JSON.stringify(measurement));
}
