import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requests } from '../../core/protocol/server';
import { writeBulk } from '../make/bulk';
import { TestClient } from '../unit/server/client';
import { type Measurement, median, percentile, seconds } from './measure';

const MEGABYTE = 1e6;
const HOVERS = 400;

/** A search in a file: its line, and a column inside its query. */
interface Place {
  readonly line: number;
  readonly character: number;
}

/**
 * Measures hovers over queries in a generated JSONL file, from request to answer over stdio: the first one, and then
 * many at places all over the file: some while the index of documents is made (few, so their p95 is nearly the worst of
 * them), the rest once it is there, which is what the target is about. `server` is the bundle.
 */
export async function benchHover(
  folder: string,
  bytes = 10 * MEGABYTE,
  server = join(process.cwd(), 'dist/server.js'),
): Promise<Measurement[]> {
  const path = join(folder, 'hover.jsonl');
  writeBulk(path, bytes, 11);
  const places = searchesIn(readFileSync(path, 'utf8'));
  const file = pathToFileURL(path).href;
  const client = await TestClient.start(server);
  try {
    const hover = (position: Place): Promise<number> => ask(client, file, position);
    const start = performance.now();
    const first = await hover(spread(places, 0));
    const early = await untilIndexed(client, file, places);
    const indexed = performance.now() - start;
    const fresh = await timings(places, hover, 2);
    const again = await timings(places, hover, 2);
    const size = `${Math.round(bytes / MEGABYTE)} MB`;
    return [
      { name: `first hover in ${size} of JSONL`, value: first, unit: 'ms', target: '≤ 300' },
      {
        name: 'hover while the index is made, p95',
        value: percentile(early, 0.95),
        unit: 'ms',
      },
      { name: 'hover, p50', value: median(fresh), unit: 'ms' },
      { name: 'hover, p95', value: percentile(fresh, 0.95), unit: 'ms', target: '≤ 30' },
      {
        name: 'hover on records seen before, p95',
        value: percentile(again, 0.95),
        unit: 'ms',
        target: '≤ 30',
      },
      { name: 'the index is there after', value: indexed, unit: 'ms' },
    ];
  } finally {
    await client.stop();
  }
}

/** The first search of each record, read off the raw lines. */
function searchesIn(text: string): Place[] {
  return text.split('\n').flatMap((row, line) => {
    const output = row.indexOf('"output"');
    const search = row.indexOf('<search>', output);
    return output >= 0 && search >= 0 && row.length <= 10_000 ? [{ line, character: search + 10 }] : [];
  });
}

/** Places all over the file, in an order that jumps about. */
function spread(places: readonly Place[], number: number): Place {
  const place = places[(number * 7919) % places.length];
  if (!place) throw new Error('no search stands in the generated file');
  return place;
}

async function timings(
  places: readonly Place[],
  hover: (position: Place) => Promise<number>,
  round: number,
): Promise<number[]> {
  const taken: number[] = [];
  for (let number = 0; number < HOVERS; number++)
    taken.push(await hover(spread(places, round * HOVERS + number)));
  return taken;
}

async function ask(client: TestClient, file: string, position: Place): Promise<number> {
  let found = false;
  const taken = await seconds(async () => {
    found = (await client.request(requests.recordHover, { file, position })) !== null;
  });
  if (!found) throw new Error(`no hover at line ${position.line + 1}, column ${position.character + 1}`);
  return taken * 1_000;
}

/** Hovers until one no longer says that the file is still being read; what each took, in milliseconds. */
async function untilIndexed(client: TestClient, file: string, places: readonly Place[]): Promise<number[]> {
  const taken: number[] = [];
  for (let reading = true; reading;) {
    const position = spread(places, HOVERS + taken.length);
    const start = performance.now();
    const hover = await client.request(requests.recordHover, { file, position });
    taken.push(performance.now() - start);
    reading = hover?.markdown.includes('still reading') ?? false;
  }
  return taken;
}
