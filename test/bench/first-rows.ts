import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PAGE_ROWS } from '../../core/protocol/store';
import { writeBulk } from '../make/bulk';
import { type Measurement, median, seconds } from './measure';
import { OpenRun } from './open-run';

const RUNS = 5;

/** How soon a language server that runs has the first rows of verl dumps that it has never seen. */
export async function benchFirstRows(folder: string, share: number): Promise<Measurement[]> {
  const small = join(folder, 'small.jsonl');
  writeBulk(small, 1e6, 1);
  const measured: Measurement[] = [];
  for (const [seed, bytes] of [110e6, 1e9].entries()) {
    const path = join(folder, 'dump.jsonl');
    writeBulk(path, bytes * share, seed + 2);
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const opened = await OpenRun.begin(folder, path);
      await opened.first(PAGE_ROWS, pathToFileURL(small).href);
      const time = await seconds(async () => {
        const { rows } = await opened.first(PAGE_ROWS);
        if (rows.length < PAGE_ROWS) throw new Error(`${path}: ${rows.length} rows`);
      });
      times.push(time * 1000);
      await opened.end();
    }
    rmSync(path);
    const size = Math.round((bytes * share) / 1e6);
    measured.push({
      name: `first ${PAGE_ROWS} rows from the server, ${size} MB of verl JSONL`,
      ...{ value: median(times), unit: 'ms', target: '≤ 150' },
    });
  }
  rmSync(small);
  return measured;
}
