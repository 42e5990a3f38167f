import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { HostClient } from '../../core/host/client';
import { RetrievalClient } from '../../core/retrieval/client';
import { Random } from '../make/random';
import { type Measurement, median, percentile, seconds } from './measure';

const WORDS = 50_000;
const WORDS_A_PASSAGE = 100;
const WORDS_A_QUERY = 6;
const QUERIES = 200;

/** Indexes a generated corpus in the host as it ships, and searches it for words as frequent as they are in the corpus. */
export async function benchRetrieval(folder: string, passages: number): Promise<Measurement[]> {
  const corpus = join(folder, 'corpus.jsonl');
  const index = join(folder, 'corpus.index');
  const random = new Random(11);
  writeCorpus(corpus, passages, random);
  const size = statSync(corpus).size / 1e6;
  const host = new HostClient({ script: join(__dirname, '..', 'host.js') });
  try {
    const retrieval = new RetrievalClient(host);
    const building = await seconds(() =>
      retrieval.build({ corpora: [corpus], out: index, engines: ['bm25'] }, () => undefined),
    );
    const queries = Array.from({ length: QUERIES }, () => ({ query: sentence(random, WORDS_A_QUERY), k: 5 }));
    const { results } = await retrieval.retrieve(index, 'bm25', queries);
    const times = results.map(({ ms }) => ms);
    const name = `of ${passages / 1000},000 passages`;
    return [
      { name: `build a BM25 index ${name}, ${Math.round(size)} MB`, value: size / building, unit: 'MB/s' },
      { name: `search it for ${WORDS_A_QUERY} words, p50`, value: median(times), unit: 'ms' },
      { name: `search it for ${WORDS_A_QUERY} words, p95`, value: percentile(times, 0.95), unit: 'ms' },
    ];
  } finally {
    await host.dispose();
  }
}

function writeCorpus(path: string, passages: number, random: Random): void {
  const file = openSync(path, 'w');
  try {
    for (let number = 0; number < passages; number++) {
      const contents = `"${sentence(random, 2)}"\n${sentence(random, WORDS_A_PASSAGE)}`;
      writeSync(file, `${JSON.stringify({ id: String(number), contents })}\n`);
    }
  } finally {
    closeSync(file);
  }
}

/** Words by Zipf's law: the logarithm of a word's rank is spread evenly. */
function sentence(random: Random, words: number): string {
  return Array.from({ length: words }, () => {
    const rank = Math.floor(WORDS ** (random.next() / 0x100000000));
    return `w${(rank * 7919).toString(36)}`;
  }).join(' ');
}
