import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { rules } from '../../core/findings';
import { openRolloutFile } from '../../core/rollouts/open';
import { columns } from '../../core/store/columns';
import { infoOf } from '../../core/store/columns/column';
import { openRowStore } from '../../core/store/database/open';
import { Crew } from '../../core/store/ingest/crew';
import { ingest, type Task } from '../../core/store/process/ingest';
import { listFiles } from '../../core/store/process/listing';
import { planOf } from '../../core/store/process/plan';
import type { Readers } from '../../core/store/process/readers';
import { writeBulk } from '../make/bulk';
import { type Measurement, median, seconds } from './measure';
import { newlines } from './newlines';

const MEGABYTE = 1e6;
const RUNS = 5;

/** Rules that look for golds and answers in documents: reading them costs most of all that rules cost. */
const OF_EVIDENCE = [
  'answer-from-prompt-example',
  'answer-in-thought',
  'answer-not-in-evidence',
  'forged-information',
  'gold-never-retrieved',
  'gold-retrieved-answer-wrong',
  'nothing-new',
];

/** What is read, and made of it. */
interface Extent {
  readonly severities: Readonly<Record<string, 'off'>>;
  /** Ids of the columns; all where left out. */
  readonly columns?: readonly string[];
}

const EVERYTHING: Extent = { severities: {} };

const STRUCTURE: Extent = {
  severities: Object.fromEntries(OF_EVIDENCE.map((id) => [id, 'off'])),
  columns: columns.filter(({ family }) => family !== 'evidence' && family !== 'reward').map(({ id }) => id),
};

/**
 * Indexes the lines of a generated verl dump beside a bare search for newlines, and reads it into tables of cold caches
 * beside Python's `json.loads` over its lines, in turns.
 */
export async function benchStoreSpeed(folder: string, bytes: number): Promise<Measurement[]> {
  const unknown = OF_EVIDENCE.filter((id) => !rules.some((rule) => rule.id === id));
  if (unknown.length > 0) throw new Error(`no such rule: ${unknown.join(', ')}`);
  const path = join(folder, 'dump.jsonl');
  writeBulk(path, bytes, 13);
  const size = statSync(path).size / MEGABYTE;
  const rates = { scan: [], index: [], python: [], structure: [], everything: [] } as Record<
    'scan' | 'index' | 'python' | 'structure' | 'everything',
    number[]
  >;
  for (let run = 0; run < RUNS; run++) {
    rates.scan.push(size / (await seconds(() => newlines(path))));
    rates.index.push(size / (await indexLines(path)));
    rates.python.push(size / jsonLoads(path));
    rates.structure.push(size / (await ingested(folder, path, STRUCTURE)));
    rates.everything.push(size / (await ingested(folder, path, EVERYTHING)));
  }
  rmSync(path);
  const [scan, python] = [median(rates.scan), median(rates.python)];
  const beside = (name: string, value: number, yardstick: number, target: string): Measurement => ({
    ...{ name, value, unit: 'MB/s', ratio: value / yardstick, target },
  });
  return [
    { name: `bare newline scan over ${Math.round(size)} MB`, value: scan, unit: 'MB/s' },
    beside('line index', median(rates.index), scan, '≥ 0.70 of the scan'),
    { name: "Python's json.loads over the same lines", value: python, unit: 'MB/s' },
    beside('ingest: parse, columns, structural findings', median(rates.structure), python, '≥ 1.0 of Python'),
    beside(
      'ingest: everything, with evidence and the default reward',
      median(rates.everything),
      python,
      '≥ 0.5 of Python',
    ),
  ];
}

/** Seconds until the place of every line of an open file is known. */
async function indexLines(path: string): Promise<number> {
  const file = await openRolloutFile(path, { findings: false });
  try {
    return await seconds(async () => {
      if ((await file.places()).length === 0) throw new Error(`${path}: no lines`);
    });
  } finally {
    await file.close();
  }
}

/** Seconds of a loop as viewers of training runs have it, without the start of the interpreter. */
function jsonLoads(path: string): number {
  const program = [
    'import json, sys, time',
    'start = time.perf_counter()',
    'count = sum(1 for line in open(sys.argv[1], encoding="utf-8") if json.loads(line))',
    'print(time.perf_counter() - start)',
  ].join('\n');
  return Number(execFileSync('python3', ['-c', program, path], { encoding: 'utf8' }));
}

/** Seconds from threads that run to a table on the disk in which every row is seen. */
async function ingested(folder: string, path: string, extent: Extent): Promise<number> {
  const cache = mkdtempSync(join(folder, 'cache-'));
  const crew = new Crew(join(process.cwd(), 'dist', 'store-worker.js'));
  const all = columns.map(infoOf);
  const { store } = await openRowStore({ folder: cache, key: 'bench', columns: all, analyser: 'bench' });
  try {
    const readers: Readers = {
      size: crew.size,
      facts: (file, options, signal) => crew.facts(file, options, signal),
      read: (job, take, signal) => {
        const wanted = extent.columns ? { ...job, columns: extent.columns } : job;
        return crew.read(wanted, take, signal);
      },
      readSmall: (jobs, signal) => crew.readSmall(jobs, signal),
      closeFiles: () => crew.closeFiles(),
    };
    const { signal } = new AbortController();
    const choices = { severities: extent.severities, dialect: 'auto', container: 'auto', profile: 'auto' };
    const none = { dialects: {}, containers: {}, configs: [] };
    const listing = await listFiles([path], signal);
    const { readings } = await planOf(listing.files, new Map(), { ...choices, ...none }, () => false);
    const tasks = readings.map((planned): Task => ({
      open: () => planned.open(readers, () => 0, signal),
      failed: (error) => {
        throw error;
      },
      torn: (message) => {
        throw new Error(message);
      },
      progress: () => undefined,
    }));
    const taken = await seconds(() => ingest(tasks, store, readers, () => undefined, signal));
    if (store.rows === 0) throw new Error(`${path}: no rows`);
    return taken;
  } finally {
    await store.close();
    await crew.close();
    rmSync(cache, { recursive: true });
  }
}
