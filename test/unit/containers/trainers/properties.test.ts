/** Whatever a log or a dump holds, reading it ends soon, throws nothing, and maps what it read to its place. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containers } from '../../../../core/containers';
import { memorySource } from '../../../../core/containers/memory-source';
import { logLayout } from '../../../../core/containers/stdout/layout';
import { logLines } from '../../../../core/containers/stdout/log-line';
import { textFraming } from '../../../../core/containers/framing/text';
import { RolloutPositions } from '../../../../core/rollouts/positions';
import { cut } from '../spans';
import { entriesOf, opened } from '../../rollouts/opened';
import { cpuTime } from '../../cpu-time';

const OURS = [
  'verl-jsonl',
  'verl-metrics',
  'trl-metrics',
  'r1-searcher',
  'research-jsonl',
  'research-eval',
  'rezero-chat-states',
  'rezero-eval',
  'rag-r1-eval',
  'routerag-eval',
  'autodidact-log',
  'search-r1-log',
  'metric-lines',
];

const PIECES = [
  `${'-'.repeat(32)}\n`,
  `${'-'.repeat(40)}\n`,
  `${'='.repeat(80)}\n`,
  'Golden answers: [',
  "'a' \"b'c\"]\n",
  'Extracted answer: None\n',
  'Solution string: ',
  '<|im_start|>system\n',
  '<|im_start|>assistant\n',
  '<think>x</think>',
  '<answer> y </answer>',
  '(main_task pid=1) ',
  '\u001b[36m(main_task pid=1)\u001b[0m ',
  '(WorkerDict pid=2, ip=10.0.0.7) ',
  '\r  25%|██▌       | 1/4 [00:00<00:00,  6.66it/s]',
  'x: 12it [00:03, 3.1it/s]',
  ' [repeated 3x across cluster]',
  'epoch 0, step 3\n',
  'step:3 - a/b:1.0 - c/d:np.float64(0.5)\n',
  "{'loss': 0.1, 'epoch': 1}\n",
  '03/14/2025 09:26:53 - INFO - m - Step: 1, LR: 1, Loss: 2\n',
  '[Stage 1] Step 0, EM Score: 1.0\n',
  '[prompt] Question: q?\n',
  '[response] r\n',
  "[ground_truth] ['a']\n",
  '[score] 1.0\n',
  `${'-'.repeat(20)}\ndata_source: \n`,
  'sequences_str: \n',
  "ground_truth: \n['a']\nscore: \n0.1\nreason: \n",
  'process: 1/2\n[all prompt]: \n',
  '[gold_answer]: a\n[predict_answer]: b\n',
  '[reward]: 1.0\n',
  `"Initial validation metrics: {'a/b': 0.5}"\n`,
  `("Final validation metrics: {'a/b': 0.5, "\n "'c/d': 1}")\n`,
  'Question: q?\n',
  'Correct Answer: g\n',
  'Student Answer: s\n',
  'Verifier said: yes\n',
  'EVALUATION RESULTS\nQ1: q\nCorrect: ✓\nResponse: r\n',
  '\n',
  '\r\n',
  '\0',
  '\ud83d',
  'é河😀',
];

const soup = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PIECES) }, fc.string()), { maxLength: 60 })
  .map((pieces) => pieces.join(''));

const logs = soup.map((text) => `(main_task pid=1) epoch 0, step 0\n${text}`);

describe('a log of anything', () => {
  it('is cut into records that stand where they say, the same for any size of chunk', async () => {
    await fc.assert(
      fc.asyncProperty(logs, fc.integer({ min: 1, max: 40 }), async (text, size) => {
        const layout = logLayout(text);
        if (!layout) throw new Error('not seen as a log');
        const framing = textFraming(layout);
        const bytes = Buffer.from(text);
        const whole = await cut(framing, bytes);
        expect(await cut(framing, bytes, size)).toEqual(whole);
        let end = 0;
        for (const { byteStart, byteEnd, text: record } of whole) {
          expect(byteStart).toBeGreaterThanOrEqual(end);
          expect(bytes.subarray(byteStart, byteEnd).toString()).toBe(record);
          end = byteEnd;
        }
        for (const [at, { byteStart, line, character, key }] of whole.entries()) {
          const from = { index: at, byte: byteStart, line, character, ...(key === null ? {} : { key }) };
          const rest: string[] = [];
          for await (const batch of framing.spans(memorySource('x', bytes), { from }))
            for (const span of batch) rest.push(Buffer.from(span.bytes).toString());
          expect(rest).toEqual(whole.slice(at).map((record) => record.text));
        }
      }),
      { numRuns: 25 },
    );
  });

  it('has lines that follow each other and hold what was printed', () => {
    fc.assert(
      fc.property(soup, (text) => {
        let at = 0;
        for (const { start, end, lf } of logLines(text)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(lf).toBeGreaterThanOrEqual(end);
          expect(text.slice(start, end)).not.toContain('\n');
          at = lf + 1;
        }
        expect(at).toBeGreaterThanOrEqual(text.length);
      }),
    );
  });

  it('gives texts whose characters stand where their positions say', async () => {
    await fc.assert(
      fc.asyncProperty(logs, async (text) => {
        const file = await opened('a.log', text, { container: 'search-r1-log' });
        for (const { rollouts, record, fault } of await entriesOf(file)) {
          expect(fault).toBeNull();
          for (const rollout of rollouts) {
            expect(rollout.parts.map(({ start }) => start)).toEqual([
              0,
              ...rollout.parts.slice(0, -1).map(({ end }) => end),
            ]);
            expect(rollout.parts.at(-1)?.end).toBe(rollout.text.length);
            for (const { start, end, at = 0 } of rollout.parts)
              expect(record.text.slice(at, at + end - start)).toBe(rollout.text.slice(start, end));
            expect(() => new RolloutPositions(record, rollout).toFile(0)).not.toThrow();
          }
        }
      }),
      { numRuns: 25 },
    );
  });
});

const values = fc.anything({
  maxDepth: 3,
  withBigInt: false,
  withDate: false,
  withMap: false,
  withSet: false,
  withTypedArray: false,
  withSparseArray: false,
  withNullPrototype: false,
  withBoxedValues: false,
});
const KEYS = [
  'input',
  'output',
  'gts',
  'score',
  'step',
  'uid',
  'data',
  'sequences_str',
  'ground_truth',
  'reason',
  'question',
  'prompt',
  'messages',
  'metadata',
  'reward',
  'chat_state',
  'is_correct',
  'final_response',
  'reasoning_process',
  'gold_answer',
  'answer',
  'gen_text_store',
  'solution',
  'finished',
];
const records = fc.dictionary(
  fc.constantFrom(...KEYS),
  fc.oneof(
    values,
    soup,
    soup.map((messages) => ({ messages, final_response: messages })),
  ),
);

describe.each(OURS)('%s', (id) => {
  const container = containers.find((each) => each.id === id);
  if (!container) throw new Error(`no container ${id}`);

  it('throws at nothing and reports every record', async () => {
    const text = container.framings.includes('text');
    await fc.assert(
      fc.asyncProperty(fc.array(records, { minLength: 1, maxLength: 4 }), soup, async (list, words) => {
        const content = text ? words : list.map((record) => `${JSON.stringify(record)}\n`).join('');
        const name = text ? '1.log' : '1.jsonl';
        const entries = await entriesOf(await opened(name, content, { container: id, findings: false }));
        for (const { fault } of entries) expect(fault?.message ?? '').not.toContain('please report');
        if (!text && !container.framings.includes('rows')) expect(entries.length).toBe(list.length);
      }),
      { numRuns: 15 },
    );
  });
});

const SIZE = 50_000;

/** Texts on which patterns that look back take quadratic time. */
const NASTY: readonly (readonly [string, string])[] = [
  ['carriage returns', '\r'.repeat(SIZE)],
  ['blanks', ' '.repeat(SIZE)],
  ['blanks and carriage returns', ' \r'.repeat(SIZE / 2)],
  ['codes of a terminal', `${'\u001b[0m'.repeat(SIZE / 4)}x`],
  ['open codes', '\u001b['.repeat(SIZE / 2)],
  ['bars', '  0%|  | 0/4 [00:00<?, ?it/s]'.repeat(SIZE / 30)],
  ['halves of bars', '  0%|  | 0/4 ['.repeat(SIZE / 14)],
  ['prefixes', '(main_task pid=1) '.repeat(SIZE / 18)],
  ['pairs', `step:1${' - a/b:1'.repeat(SIZE / 8)}`],
  ['colons', `step:1 - ${':'.repeat(SIZE)}`],
  ['separators', `${'-'.repeat(32)}\n`.repeat(SIZE / 33)],
  ['separators of blocks', `${'-'.repeat(40)}\n`.repeat(SIZE / 41)],
  ['other processes', `${'-'.repeat(32)}\n${'(a pid=1) \n'.repeat(SIZE / 11)}`],
  ['notes of Ray', ' [repeated '.repeat(SIZE / 11)],
  ['dicts', "{'loss': ".repeat(SIZE / 9)],
  ['labels', 'Student Answer: Verifier said: '.repeat(SIZE / 31)],
  ['label lines', 'Question: \nStudent Answer: \nVerifier said: \n'.repeat(SIZE / 44)],
  ['headings', 'epoch 0, step 1\n[Stage 1] Step 1, \n'.repeat(SIZE / 36)],
  ['samples', '[prompt] a\n[response] b\n[ground_truth] c\n'.repeat(SIZE / 44)],
  ['values', `[prompt] a\n[response] b\n[ground_truth] c\n${'[a] 1\n'.repeat(SIZE / 6)}`],
  ['lines', '\n'.repeat(SIZE / 5)],
  [
    "ReSearch's labels",
    `${'-'.repeat(20)}\ndata_source: \na\nsequences_str: \n${'ground_truth: \nscore: \n'.repeat(SIZE / 23)}`,
  ],
  ["RAG-R1's labels", `process: 0/1\n[all prompt]: \n${'[gold_answer]: \n'.repeat(SIZE / 16)}`],
  ['lines of a trainer', `${'epoch 0, step 1\n'.repeat(15)}<think>\n`.repeat(SIZE / 248)],
  ['pieces of a validation', `("Initial validation metrics: {"\n${' "\'a\': 1, "\n'.repeat(SIZE / 13)}`],
];

describe.each(NASTY)('50 KB of %s', (_what, text) => {
  it('are read quickly', async () => {
    const since = cpuTime();
    const heads = [
      '',
      '(main_task pid=1) epoch 0, step 0\n',
      `${'-'.repeat(32)}\nGolden answers: ['a']\nSolution string: `,
      'Question: q\nCorrect Answer: c\nStudent Answer: s\n',
    ];
    for (const head of heads) {
      const file = await opened('a.log', `${head}${text}\n`, { findings: false });
      for (const { fault } of await entriesOf(file)) expect(fault).toBeNull();
    }
    expect(cpuTime() - since).toBeLessThan(4_000);
  });
});
