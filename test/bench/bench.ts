import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchHover } from './hover';
import type { Measurement } from './measure';
import { benchParse, benchUnclosedTags } from './parse';
import { benchRetrieval } from './retrieval';
import { sizes } from './store-memory';
import { benchStoreRows } from './store-rows';
import { benchStoreSpeed } from './store-speed';

/** Passages of the corpus that is indexed. */
const PASSAGES = 200_000;

type Bench = (folder: string, megabytes: number, share: number) => Promise<Measurement[]>;

/** What can be asked for by name, in this order. `megabytes` are those that are parsed; `share` is of the large sizes. */
const groups: Readonly<Record<string, Bench>> = {
  parse: async (folder, megabytes) => [
    ...benchUnclosedTags(),
    ...(await benchParse(folder, megabytes * 1e6)),
  ],
  hover: (folder) => benchHover(folder),
  retrieval: (folder) => benchRetrieval(folder, PASSAGES),
  ingest: (folder, megabytes) => benchStoreSpeed(folder, megabytes * 1e6),
  'rows-1m': (folder, _, share) => benchStoreRows(folder, Math.round(1e6 * share)),
  'rows-10m': (folder, _, share) => benchStoreRows(folder, Math.round(10e6 * share)),
  ...Object.fromEntries(
    Object.entries(sizes).map(([name, run]): [string, Bench] => [
      `sizes-${name}`,
      (folder, _, share) => run(folder, share),
    ]),
  ),
};

/** Groups by the beginning of their names: `sizes` means all sizes. */
const isNamed = (name: string, named: string): boolean => name === named || name.startsWith(`${named}-`);

void main(process.argv.slice(2));

/**
 * Runs the measurements that are named, or all, and prints each as a line of JSON. A whole number says how many megabytes
 * are parsed (200), one with a per cent sign the share of the large sizes that is made: `50%`.
 */
async function main(args: readonly string[]): Promise<void> {
  const megabytes = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 200);
  const share = Number(args.find((arg) => /^\d+%$/.test(arg))?.slice(0, -1) ?? 100) / 100;
  const named = args.filter((arg) => !/^\d+%?$/.test(arg));
  const unknown = named.filter((name) => !Object.keys(groups).some((group) => isNamed(group, name)));
  if (unknown.length > 0) throw new Error(`no such measurement: ${unknown.join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'tracehop-bench-'));
  try {
    for (const [name, run] of Object.entries(groups)) {
      if (named.length > 0 && !named.some((each) => isNamed(name, each))) continue;
      for (const measurement of await run(folder, megabytes, share)) console.log(JSON.stringify(measurement));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
