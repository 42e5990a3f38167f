/** What every example and every page's example is taken for. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { containerOf, containers } from '../../../core/containers';
import { openFileSource } from '../../../core/containers/file-source';
import { recognise } from '../../../core/containers/recognise';
import { openRolloutFile } from '../../../core/rollouts/open';
import { confusions, showTable, type Detected } from '../../support/confusion';
import { blocks, read, section } from '../docs/pages';

const root = resolve(import.meta.dirname, '../../..');

/** The kinds of the generated examples by their folder and name, as `test/make` writes them. */
const EXAMPLES: readonly (readonly [RegExp, string])[] = [
  [/^corpus\/passages\.jsonl$/, 'corpus'],
  [/^corpus\/questions\.jsonl$/, 'questions'],
  [/^search-r1\/step_\d+\.jsonl$/, 'verl-jsonl / search-r1'],
  [/^search-r1\/.*\.rollout(?:\.txt)?$/, 'plain-text / search-r1'],
  [/^logs\/search-r1\.log$/, 'search-r1-log / search-r1'],
  [/^r1-searcher\//, 'r1-searcher / r1-searcher'],
  [/^broken\.jsonl$/, 'verl-jsonl / search-r1'],
  [/prediction__.*\.json$/, 'adaptive-rag-predictions / fields'],
  [/_chains\.txt$/, 'adaptive-rag-chains / fields'],
  [/dict_id_pred_results\.json$/, 'adaptive-rag-classifier / fields'],
  [/_option\.json$/, 'adaptive-rag-routed / fields'],
  [/^rag-systems\/crag\/test_/, 'crag / fields'],
  [/^rag-systems\/crag\/ref\//, 'crag-knowledge'],
  [/^rag-systems\/q-rag\//, 'q-rag / fields'],
  [/^rag-systems\/hipporag\/results/, 'hipporag-results / fields'],
  [/openie_results/, 'openie-cache'],
  [/^rag-systems\/r3ag\//, 'r3ag-routing / fields'],
  [/^autodidact\/chats\.jsonl$/, 'chat-messages / autodidact'],
  [/^autodidact\/qa_log\.txt$/, 'autodidact-log / autodidact'],
  [/^rag-r1\/eval_.q\.jsonl$/, 'rag-r1-eval / rag-r1'],
  [/^rag-r1\/train_.q\.log$/, 'search-r1-log / rag-r1'],
  [/^research\/train_\d+\.jsonl$/, 'research-jsonl / research'],
  [/^rezero\/chat_states_.*\.jsonl$/, 'rezero-chat-states / rezero'],
  [/^recall\/train_40\.jsonl$/, 'research-jsonl / recall'],
  [/^verl-search\/40\.jsonl$/, 'verl-jsonl / verl-search'],
  [/^routerag\/deepqa_results\//, 'routerag-eval / routerag'],
  [/^routerag\/train\.log$/, 'search-r1-log / routerag'],
  [/^rq-rag\//, 'rq-rag / rq-rag'],
  [/^search-o1\/test\.json$/, 'search-o1 / search-o1'],
  [/^self-rag\/short_form\.json$/, 'self-rag-short / self-rag'],
];

function filesBelow(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(folder, path) : [path];
  });
}

describe('the examples', () => {
  it('are taken for what they are', async () => {
    const rows: Detected[] = [];
    const others: string[] = [];
    for (const path of filesBelow(join(root, 'examples')).filter((name) => !/\.(?:md|ya?ml)$/.test(name))) {
      const wanted = EXAMPLES.find(([pattern]) => pattern.test(path))?.[1];
      const file = await openRolloutFile(join(root, 'examples', path), { findings: false });
      const { chosen } = file.container;
      const found = chosen.holds === 'rollouts' ? `${chosen.id} / ${file.dialect.chosen.id}` : chosen.id;
      await file.close();
      if (wanted === undefined) others.push(`${path}: ${found}`);
      else rows.push({ path, wanted, found });
    }
    process.stdout.write(`${showTable(rows)}\n`);
    expect(confusions(rows)).toEqual([]);
    expect(rows.length).toBeGreaterThan(20);
    // A new example gets its true kind in the list above.
    expect(others).toEqual([]);
  });
});

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracehop-kinds-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The generic containers, and those that only stand in where a user says so or nothing else fits. */
const documented = containers
  .map(({ id }) => id)
  // What a field map names needs a `tracehop.yml`.
  .filter((id) => id !== 'mapped' && existsSync(join(root, 'docs/formats', `${id}.md`)));

describe('the example of a page, offered to every container', () => {
  it.each(documented)('%s ranks first, alone at its weight', async (id) => {
    const page = read(`docs/formats/${id}.md`);
    const { language, text } = blocks(page).at(-1) ?? { language: '', text: '' };
    const name = /^`([^`\n]+)`:\n\n```\w+\n[^`]*```\n*$/m.exec(section(`${page}\n`, '## Example'))?.[1];
    const path = join(folder, name ?? `${id}.${language === 'text' ? 'txt' : language}`);
    writeFileSync(path, text);
    const source = await openFileSource(path);
    try {
      const { ranked, sample } = await recognise(source, null);
      const [first, second] = ranked;
      expect(first?.container.id).toBe(id);
      if (second) expect(first?.evidence.weight).toBeGreaterThan(second.evidence.weight);
      // Whoever was not asked, because of how the file is cut, does not know it better either.
      for (const other of containers) {
        const evidence = other.id === id ? null : other.recognise(sample);
        expect(evidence?.weight ?? 0, other.id).toBeLessThan(first?.evidence.weight ?? 0);
      }
    } finally {
      await source.close();
    }
  });

  it('says why', () => {
    for (const id of documented) expect(containerOf(id)?.title).toMatch(/^\S/);
    expect(readFileSync(join(root, 'docs/README.md'), 'utf8')).toContain('## Formats');
  });
});
