import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { openRolloutFile } from '../../core/rollouts/open';
import { searchR1 } from '../../core/trace/dialects/search-r1';
import { writeBulk } from '../make/bulk';
import { type Measurement, median, seconds } from './measure';

const MEGABYTE = 1e6;
const RUNS = 5;

/**
 * Reads a generated verl dump of non-repeating rollouts three ways on one core, in turns: a plain loop of
 * `JSON.parse` over its lines (the yardstick), parsing into the model, and parsing with findings.
 */
export async function benchParse(folder: string, bytes: number): Promise<Measurement[]> {
  const path = `${folder}/step_1.jsonl`;
  writeBulk(path, bytes, 7);
  const size = statSync(path).size / MEGABYTE;
  const plain: number[] = [];
  const parsed: number[] = [];
  const checked: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    plain.push(size / (await seconds(() => Promise.resolve(parseLines(path)))));
    parsed.push(size / (await seconds(() => readAll(path, false))));
    checked.push(size / (await seconds(() => readAll(path, true))));
  }
  const yardstick = median(plain);
  return [
    { name: `plain JSON.parse loop over ${Math.round(size)} MB`, value: yardstick, unit: 'MB/s' },
    {
      name: 'parse into the model',
      value: median(parsed),
      unit: 'MB/s',
      ratio: median(parsed) / yardstick,
      target: '≥ 0.40 of the loop',
    },
    {
      name: 'parse and find',
      value: median(checked),
      unit: 'MB/s',
      ratio: median(checked) / yardstick,
    },
  ];
}

/** Parses one text of many unclosed tags. */
export function benchUnclosedTags(): Measurement[] {
  const text = `<think>${'some words between them and some more words'}`.repeat(100_000);
  const parts = [{ start: 0, end: text.length, by: 'policy', path: null, rendered: false }] as const;
  const runs = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    searchR1.parse(text, parts);
    return performance.now() - start;
  });
  return [
    {
      name: 'parse a 5 MB rollout with 100,000 unclosed tags',
      value: median(runs),
      unit: 'ms',
      target: '< 1000',
    },
  ];
}

async function readAll(path: string, findings: boolean): Promise<number> {
  const file = await openRolloutFile(path, { findings });
  let turns = 0;
  try {
    for await (const entry of file.entries())
      for (const rollout of entry.rollouts) turns += rollout.turns.length;
  } finally {
    await file.close();
  }
  if (turns === 0) throw new Error(`${path}: no turns`);
  return turns;
}

/** The yardstick: chunks, newline search, decode, `JSON.parse`, nothing else. */
function parseLines(path: string): number {
  const chunk = Buffer.allocUnsafe(1 << 20);
  const file = openSync(path, 'r');
  let records = 0;
  let rest = Buffer.alloc(0);
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      const bytes =
        rest.length > 0 ? Buffer.concat([rest, chunk.subarray(0, read)]) : chunk.subarray(0, read);
      let start = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
        if (typeof JSON.parse(bytes.toString('utf8', start, end)) === 'object') records++;
        start = end + 1;
      }
      rest = Buffer.from(bytes.subarray(start));
    }
  } finally {
    closeSync(file);
  }
  return records;
}
