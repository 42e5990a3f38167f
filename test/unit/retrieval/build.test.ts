import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnreadableFile } from '../../../core/containers/file-source';
import { UsageError } from '../../../core/containers/usage-error';
import { Database } from '../../../core/host/duckdb/database';
import { HostClient } from '../../../core/host/client';
import { HostDied } from '../../../core/host/errors';
import { RetrievalClient } from '../../../core/retrieval/client';
import { IndexError } from '../../../core/retrieval/errors';
import type { BuildProgress } from '../../../core/retrieval/build/pace';
import { bench, type Bench } from './host';

let at: Bench;
beforeAll(async () => {
  at = await bench();
});
afterAll(() => at.remove());

/** A corpus of numbered passages, every tenth record broken. */
function corpusOf(name: string, passages: number): string {
  const line = (number: number): string =>
    number % 10 === 9
      ? '{"broken'
      : JSON.stringify({
          title: `T${number}`,
          text: `passage number${number} ${'filler words here '.repeat(20)}`,
        });
  return at.write(name, Array.from({ length: passages }, (_, number) => line(number)).join('\n'));
}

const build = (
  corpora: readonly string[],
  out: string,
  options: {
    segmentBytes?: number;
    tell?: (progress: BuildProgress) => void;
    signal?: AbortSignal;
    client?: RetrievalClient;
  } = {},
) =>
  (options.client ?? at.retrieval).build(
    {
      corpora,
      out,
      engines: ['bm25'],
      ...(options.segmentBytes === undefined ? {} : { segmentBytes: options.segmentBytes }),
    },
    options.tell ?? (() => undefined),
    options.signal,
  );

/** The files beside an index that belong to a build. */
const left = (out: string): string[] =>
  readdirSync(at.folder).filter((name) => name.startsWith(`${basename(out)}.`));

describe('a build', () => {
  it('counts passages and names broken records', async () => {
    const corpora = [corpusOf('one.jsonl', 20), corpusOf('two.jsonl', 10)];
    const out = join(at.folder, 'deep', 'er', 'counted.index');
    const { index, upToDate, resumed } = await build(corpora, out);
    expect({ upToDate, resumed }).toEqual({ upToDate: false, resumed: 0 });
    expect(index).toMatchObject({ documents: 27, broken: 3, format: 1, analyser: 'english-2', path: out });
    expect(index.faults.map(({ path, line }) => [basename(path), line])).toEqual([
      ['one.jsonl', 10],
      ['one.jsonl', 20],
      ['two.jsonl', 10],
    ]);
    expect(index.corpora.map(({ path, size }) => [basename(path), size])).toEqual(
      corpora.map((path) => [basename(path), statSync(path).size]),
    );
    // Terms: t0 to t28 without the 9s, number0 to …, and passag, filler, word, here.
    expect(index.engines['bm25']).toMatchObject({ k1: 0.9, b: 0.4, documents: 27, averageLength: 63 });
    expect(readdirSync(join(at.folder, 'deep', 'er'))).toEqual(['counted.index']);
  });

  it('does nothing where the index is just that already, and builds anew where a corpus changed', async () => {
    const corpus = corpusOf('fresh.jsonl', 5);
    const out = join(at.folder, 'fresh.index');
    const first = await build([corpus], out);
    const again = await build([corpus], out);
    expect(again.upToDate).toBe(true);
    expect(again.index.created).toBe(first.index.created);
    appendFileSync(corpus, `\n${JSON.stringify({ text: 'one more' })}`);
    const changed = await build([corpus], out);
    expect(changed).toMatchObject({ upToDate: false, documents: 6 });
    expect(changed.index.identity).not.toBe(first.index.identity);
  });

  it('has the same identity however it is cut and wherever it lies', async () => {
    const corpus = corpusOf('same.jsonl', 50);
    const whole = await build([corpus], join(at.folder, 'same-1.index'));
    const cut = await build([corpus], join(at.folder, 'same-2.index'), { segmentBytes: 1000 });
    expect(cut.index.identity).toBe(whole.index.identity);
    expect(cut.index.engines).toEqual(whole.index.engines);
  });

  it('reports progress up to its end, with a rate', async () => {
    const corpus = corpusOf('progress.jsonl', 3000);
    const seen: BuildProgress[] = [];
    await build([corpus], join(at.folder, 'progress.index'), { tell: (progress) => seen.push(progress) });
    const total = statSync(corpus).size;
    expect(seen.at(-1)).toMatchObject({ phase: 'sorting', done: total, total, documents: 2700, broken: 300 });
    expect(seen.every(({ rate }) => rate > 0)).toBe(true);
  });
});

describe('a build that is interrupted', () => {
  it('by cancelling goes on from its last commit, and ends as one that was not', async () => {
    const corpus = corpusOf('cancel.jsonl', 20_000);
    const out = join(at.folder, 'cancel.index');
    const controller = new AbortController();
    const stopped = build([corpus], out, {
      segmentBytes: 100_000,
      signal: controller.signal,
      tell: ({ documents }) => documents > 2000 && controller.abort(new Error('enough')),
    });
    await expect(stopped).rejects.toThrow('enough');
    expect(existsSync(out)).toBe(false);
    expect(left(out)).toContain('cancel.index.building');
    const { resumed, index } = await build([corpus], out, { segmentBytes: 100_000 });
    expect(resumed).toBeGreaterThan(0);
    expect(left(out)).toEqual([]);
    const whole = await build([corpus], join(at.folder, 'whole.index'));
    expect(index).toMatchObject({
      documents: 18_000,
      broken: 2000,
      identity: whole.index.identity,
      engines: whole.index.engines,
    });
    const asked = [{ query: 'number17777 filler', k: 3 }];
    const hits = async (path: string) => (await at.retrieval.retrieve(path, 'bm25', asked)).results[0]?.hits;
    expect(await hits(out)).toEqual(await hits(join(at.folder, 'whole.index')));
    expect((await hits(out))?.[0]?.title).toBe('T17777');
  });

  it('by kill -9 goes on as well', async () => {
    const corpus = corpusOf('kill.jsonl', 20_000);
    const out = join(at.folder, 'kill.index');
    const host = new HostClient({ script: at.script });
    try {
      const client = new RetrievalClient(host);
      const killed = build([corpus], out, {
        client,
        segmentBytes: 100_000,
        tell: ({ documents }) =>
          documents > 2000 && host.pid !== undefined && process.kill(host.pid, 'SIGKILL'),
      });
      await expect(killed).rejects.toThrow(HostDied);
      const { resumed, index } = await build([corpus], out, { client, segmentBytes: 100_000 });
      expect(resumed).toBeGreaterThan(0);
      expect(index).toMatchObject({ documents: 18_000, broken: 2000 });
      expect(left(out)).toEqual([]);
    } finally {
      await host.dispose();
    }
  });

  it('begins anew where the corpus changed since, or the work is damaged', async () => {
    const corpus = corpusOf('anew.jsonl', 20);
    const out = join(at.folder, 'anew.index');
    writeFileSync(`${out}.building`, 'this is no database'.repeat(1000));
    expect(await build([corpus], out)).toMatchObject({ documents: 18, resumed: 0 });
    expect(left(out)).toEqual([]);
  });

  it('is not disturbed by a second one of the same index', async () => {
    const corpus = corpusOf('twice.jsonl', 5000);
    const out = join(at.folder, 'twice.index');
    const other = new HostClient({ script: at.script });
    try {
      let second: Promise<unknown> = Promise.resolve();
      let third: Promise<unknown> = Promise.resolve();
      let begun = false;
      const first = build([corpus], out, {
        segmentBytes: 50_000,
        tell: () => {
          if (begun) return;
          begun = true;
          second = build([corpus], out).catch((error: unknown) => error);
          third = build([corpus], out, { client: new RetrievalClient(other) }).catch(
            (error: unknown) => error,
          );
        },
      });
      expect(await first).toMatchObject({ documents: 4500 });
      expect(String(await second)).toMatch(/twice\.index: it is being built already/);
      const end = await third;
      // It may also have come when the first was done.
      if (end instanceof Error) expect(end.message).toMatch(/another process is building this index/);
      else expect(end).toMatchObject({ documents: 4500 });
    } finally {
      await other.dispose();
    }
  });
});

describe('a build that cannot be', () => {
  const fails = async (
    corpora: readonly string[],
    out: string,
    kind: new (message: string) => Error,
    message: RegExp,
  ) => {
    const error = await build(corpora, join(at.folder, out)).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(kind);
    expect(String(error)).toMatch(message);
  };

  it('says why in a sentence', async () => {
    await fails([join(at.folder, 'nowhere.json')], 'a.index', UnreadableFile, /nowhere\.json: no such file$/);
    await fails([at.folder], 'a.index', UnreadableFile, /it is a folder; name a file in it$/);
    await fails(
      [at.write('words.txt', 'no json')],
      'a.index',
      UnreadableFile,
      /words\.txt: it is neither JSON nor JSON Lines$/,
    );
    await fails(
      [at.write('rows.jsonl', '{"a":1}\n{"b":2}')],
      'a.index',
      IndexError,
      /rows\.jsonl:1: the record has no .*; no record holds a passage$/,
    );
    await fails(
      [at.write('empty.jsonl', '')],
      'a.index',
      IndexError,
      /empty\.jsonl: no passages; the corpus is empty$/,
    );
    mkdirSync(join(at.folder, 'folder.index'));
    await fails(
      [corpusOf('ok.jsonl', 2)],
      'folder.index',
      IndexError,
      /folder\.index: it is a folder; name a file$/,
    );
    await expect(
      at.retrieval.build(
        { corpora: [corpusOf('ok.jsonl', 2)], out: join(at.folder, 'a.index'), engines: ['bm52'] },
        () => undefined,
      ),
    ).rejects.toThrow(UsageError);
  });

  it.skipIf(process.getuid?.() === 0)('names a folder that cannot be written to', async () => {
    mkdirSync(join(at.folder, 'closed'));
    chmodSync(join(at.folder, 'closed'), 0o500);
    await fails([corpusOf('ok.jsonl', 2)], 'closed/a.index', IndexError, /no permission to write there/);
  });
});

describe('an index that is read', () => {
  const ask = (client: RetrievalClient, index: string, query = 'passage number3') =>
    client.retrieve(index, 'bm25', [{ query, k: 1 }]);

  it('can be open in two processes at once, and in one more that only knows the file', async () => {
    const out = join(at.folder, 'shared.index');
    await build([corpusOf('shared.jsonl', 8)], out);
    const other = new HostClient({ script: at.script });
    try {
      const client = new RetrievalClient(other);
      const both = await Promise.all([
        ask(at.retrieval, out),
        ask(client, out),
        ask(at.retrieval, out),
        ask(client, out),
      ]);
      expect(both.map(({ results }) => results[0]?.hits[0]?.title)).toEqual(['T3', 'T3', 'T3', 'T3']);
      expect(both[0]?.receipt).toEqual(both[1]?.receipt);
      expect(new Set([at.host.pid, other.pid]).size).toBe(2);
    } finally {
      await other.dispose();
    }
  });

  it('is opened again when another takes its place', async () => {
    const out = await at.indexed('replaced', [['Old', 'the old passage']]);
    const before = await ask(at.retrieval, out, 'passage');
    await at.indexed('replaced', [['New', 'the new passage']]);
    const after = await ask(at.retrieval, out, 'passage');
    expect([before, after].map(({ results }) => results[0]?.hits[0]?.title)).toEqual(['Old', 'New']);
    expect(after.receipt.index).not.toBe(before.receipt.index);
  });

  it('survives the death of its host between and during requests', async () => {
    const out = join(at.folder, 'survivor.index');
    await build([corpusOf('survivor.jsonl', 2000)], out);
    const host = new HostClient({ script: at.script });
    try {
      const client = new RetrievalClient(host);
      await ask(client, out);
      const queries = Array.from({ length: 300 }, () => ({ query: 'passage filler words here', k: 20 }));
      const many = client.retrieve(out, 'bm25', queries);
      const first = host.pid;
      setTimeout(() => process.kill(first ?? 0, 'SIGKILL'), 100);
      expect((await many).results).toHaveLength(300);
      expect(host.pid).not.toBe(first);
      expect((await ask(client, out)).results[0]?.hits[0]?.title).toBe('T3');
    } finally {
      await host.dispose();
    }
  });

  it('is refused in a sentence where it is none, newer, or cut', async () => {
    const refused = async (path: string): Promise<string> =>
      String(await ask(at.retrieval, path).catch((error: unknown) => error));
    expect(await refused(join(at.folder, 'gone.index'))).toMatch(
      /UnreadableFile: .*gone\.index: no such file$/,
    );
    expect(await refused(at.write('text.index', 'hello'.repeat(1000)))).toMatch(
      /IndexError: .*text\.index: it is no index; build one with/,
    );
    expect(await refused(at.folder)).toMatch(/not a regular file/);
    const out = await at.indexed('cut', [['A', 'text']]);
    expect(await refused(at.write('cut-2.index', ''))).toMatch(/no index|cannot be read/);
    writeFileSync(join(at.folder, 'cut-3.index'), readFileSync(out).subarray(0, 300_000));
    expect(await refused(join(at.folder, 'cut-3.index'))).toMatch(
      /cut-3\.index: (it is no index|it cannot be read)/,
    );
  });

  it('is refused where its format is newer, with what to do', async () => {
    const out = await at.indexed('newer', [['A', 'text']]);
    await at.retrieval.close(out);
    const database = await Database.open();
    await database.attach(out, 'x', 'write');
    await database.connected((connection) =>
      connection.run("UPDATE x.meta SET value = '2' WHERE key = 'format'"),
    );
    await database.detach('x');
    database.close();
    await expect(ask(at.retrieval, out)).rejects.toThrow(
      /newer\.index: its format is 2, and this version of Tracehop reads formats up to 1; update Tracehop, or build/,
    );
  });

  it('is refused where another analyser cut its terms, and built again when that is asked for', async () => {
    const corpus = corpusOf('analyser.jsonl', 5);
    const out = join(at.folder, 'analyser.index');
    await build([corpus], out);
    await at.retrieval.close(out);
    const database = await Database.open();
    await database.attach(out, 'x', 'write');
    await database.connected((connection) =>
      connection.run(`UPDATE x.meta SET value = '"english-1"' WHERE key = 'analyser'`),
    );
    await database.detach('x');
    database.close();
    await expect(ask(at.retrieval, out)).rejects.toThrow(
      'analyser.index: its terms are those of another version of Tracehop; build the index again',
    );
    expect(await build([corpus], out)).toMatchObject({ upToDate: false, documents: 5 });
    expect(await ask(at.retrieval, out)).toBeDefined();
  });

  it('says which engines it was built for, and which there are', async () => {
    const out = await at.indexed('engines', [['A', 'text']]);
    await expect(at.retrieval.retrieve(out, 'bm52', [])).rejects.toThrow(
      'unknown engine “bm52”; there is bm25',
    );
  });
});
