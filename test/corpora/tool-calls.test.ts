/** Real traces with tool calls. Every number and digest was worked out from the files with Python's json, re and hashlib. */
import { describe, expect, it } from 'vitest';
import { corpora } from './corpora';
import { digest, read } from './reading';

/** Trace, calls, snippets, pages, digests of snippet ids and titles, citations, cited ids, `</think>` without opener, digest of `final_response`. */
const DR_TULU = [
  [
    '0ddfcbd4323ccafa1256f9fbf58ba127',
    4,
    38,
    0,
    'a2e7d1b10e1100c9',
    '0db5143f0fcad671',
    0,
    0,
    4,
    '73475cb40a568e8d',
  ],
  [
    '23ad2f41df90e5f75d2853e455568669',
    4,
    20,
    0,
    '9870ef7e85dbeca8',
    '7bec9b0df124079d',
    25,
    25,
    0,
    '8101e6e08d5d061a',
  ],
  [
    '7180a003a9b13b759b49dfa310a110b3',
    4,
    38,
    0,
    '21b16b36e34fc724',
    'd14e503d5fa036ef',
    1,
    3,
    4,
    '20816184def2c530',
  ],
  [
    '7799644984174810b831b21b8c3706a3',
    4,
    20,
    0,
    '099b9ece46eb8884',
    'fd8a2c21d3bd1325',
    28,
    28,
    0,
    'c318b1390d919e32',
  ],
  [
    '8c2533ff902303e7a2ea54d81909ddc5',
    4,
    19,
    2,
    'e07cc2d0dd3756c4',
    'b3ef250972bca3cf',
    42,
    42,
    0,
    'a4d37dfe55a1cd75',
  ],
  [
    'be47bf75025fac515a5bae9df40670e8',
    3,
    15,
    0,
    '305cde0af38a90cc',
    '6cad16e8d5fd250b',
    21,
    22,
    0,
    'fab032cf74fe0a38',
  ],
  [
    'c4d0c31e648ae0cf07958b56e77ed9ac',
    4,
    29,
    0,
    'd545d066ed6fd730',
    '4c20e5c5ca45ffcc',
    34,
    34,
    0,
    '760e99b762fe518f',
  ],
] as const;

describe.runIf(corpora !== null)('real traces with tool calls', () => {
  it.each(DR_TULU)(
    'dr-tulu/%s',
    async (name, calls, snippets, pages, ids, titles, citations, cited, bare, response) => {
      const { file, rollouts } = await read(`dr-tulu/${name}.json`);
      expect([file.container.chosen.id, file.dialect.chosen.id, rollouts.length]).toEqual([
        'dr-tulu',
        'dr-tulu',
        1,
      ]);
      const [rollout] = rollouts;
      const turns = rollout?.turns ?? [];
      const documents = turns.flatMap((turn) => turn.documents);
      const found = documents.filter(({ id }) => id !== undefined);
      expect(turns.flatMap((turn) => turn.queries)).toHaveLength(calls);
      expect([found.length, documents.length - found.length]).toEqual([snippets, pages]);
      expect(digest(found.map(({ id }) => id ?? ''))).toBe(ids);
      expect(digest(found.map(({ title }) => title ?? ''))).toBe(titles);
      expect(rollout?.citations?.length).toBe(citations);
      expect(rollout?.citations?.flatMap((citation) => citation.ids)).toHaveLength(cited);
      const known = new Set(found.map(({ id }) => id));
      expect(rollout?.citations?.flatMap((citation) => citation.ids).filter((id) => !known.has(id))).toEqual(
        [],
      );
      expect(rollout?.anomalies.map(({ kind, tag }) => `${kind} ${tag}`)).toEqual(
        Array<string>(bare).fill('unopened </think>'),
      );
      expect(digest([rollout?.answer?.text ?? ''])).toBe(response);
      expect(rollout?.recorded['tool_call_count']).toBe(calls);
      await file.close();
    },
  );

  it('webdancer/sample_traj_part1.jsonl', async () => {
    const { file, rollouts } = await read('webdancer/sample_traj_part1.jsonl');
    expect(file.dialect.chosen.id).toBe('webdancer');
    const turns = rollouts.flatMap((rollout) => rollout.turns);
    const queries = turns.flatMap((turn) => turn.queries.map(({ text }) => text));
    expect([queries.length, digest(queries)]).toEqual([325, '2e9de0b32adc0106']);
    const documents = turns.flatMap((turn) => turn.documents);
    // 3,001 web results, and four pages that were visited.
    const results = documents.filter(({ title }) => title !== null);
    expect([results.length, documents.length - results.length]).toEqual([3001, 4]);
    expect(digest(results.map(({ title }) => title ?? ''))).toBe('d974d7a53446fc27');
    expect(digest(rollouts.map(({ answer }) => answer?.text ?? ''))).toBe('b5b8e99b6edd6e6d');
    // Every query got an answer of its own.
    for (const turn of turns)
      expect(new Set(turn.documents.map(({ query }) => query)).size).toBe(turn.queries.length);
    await file.close();
  });

  it('verifiers: pages and sections that tools print as Python lists', async () => {
    const { file, rollouts } = await read('verifiers/wiki-search--gpt-4.1-mini--052a81ae/results.jsonl');
    expect(file.dialect.chosen.id).toBe('tool-call');
    const [first] = rollouts;
    expect(first?.turns[0]?.documents.map(({ id, title }) => [id, title]).slice(0, 3)).toEqual([
      ['utsuro-bune', 'Utsuro-bune'],
      ['ur', 'Ur'],
      ['seppuku', 'Seppuku'],
    ]);
    expect(first?.turns.map(({ error }) => error)).toEqual([
      null,
      'Invalid section_id format. Expected: page_id:section_name',
      null,
      null,
      null,
    ]);
    expect(first?.turns[2]?.documents).toHaveLength(14);
    await file.close();
  });

  it('verifiers: settings hold no rollouts', async () => {
    const { file, rollouts } = await read('verifiers/wiki-search--gpt-4.1--f6d9bd6b/metadata.json');
    expect([file.container.chosen.id, file.container.chosen.holds, rollouts.length]).toEqual([
      'verifiers-metadata',
      'settings',
      0,
    ]);
    await file.close();
  });

  it('agentflow/prompt_caches.jsonl', async () => {
    const { file, rollouts, broken } = await read('agentflow/prompt_caches.jsonl');
    expect([file.container.chosen.id, rollouts.length, broken]).toEqual(['openai-calls', 24, 0]);
    expect(rollouts[0]).toMatchObject({ question: 'What is the capital of France?' });
    expect(rollouts[0]?.text.endsWith('The capital of France is Paris.')).toBe(true);
    // 8 answers are calls; 7 requests hold earlier ones.
    expect(rollouts.filter(({ text }) => text.endsWith('</tool_call>'))).toHaveLength(8);
    await file.close();
  });
});
