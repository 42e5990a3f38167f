/** What the executors of other systems know of each rollout they made, against what the dialects read. */
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseDialect, SAMPLED_ROLLOUTS } from '../../../core/rollouts/dialect-choice';
import { openRolloutFile } from '../../../core/rollouts/open';
import { dialectOf } from '../../../core/trace/dialects';
import { INVALID_ACTION } from '../../../core/trace/dialects/search-r1';
import type { Document, RolloutSource, Segment, TextPart, Trace, Turn } from '../../../core/trace/model';
import type { SystemLabels, SystemRollout } from '../../make/family/label';
import type { Run } from '../../make/labels';
import { rolloutsOf } from '../support/labelled';
import { chat, expectCovered, wholeText } from './support';

const root = resolve(import.meta.dirname, '../../..');
const folder = resolve(root, 'test/fixtures/labels/systems');
const files = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(resolve(folder, name), 'utf8')) as SystemLabels,
);
const passages = readFileSync(resolve(root, 'examples/corpus/passages.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => (JSON.parse(line) as { contents: string }).contents)
  .map((contents) => ({
    title: contents.slice(1, contents.indexOf('"\n')),
    text: contents.slice(contents.indexOf('"\n') + 2),
  }));

interface Own {
  readonly text: string;
  readonly parts: readonly TextPart[];
}

type Record_ = Readonly<Record<string, unknown>> & {
  readonly messages?: readonly { role: string; content: string }[];
};

const whole = (text: string): Own => ({ text, parts: wholeText(text) });

/** The rollouts of a file, read straight from its format. */
function owns(file: string): Own[] {
  const content = readFileSync(resolve(root, file), 'utf8');
  if (file.endsWith('.log')) {
    const blocks = content.split(`${'-'.repeat(32)}\n`).slice(1);
    return blocks.map((block) => {
      const text = block.slice(block.indexOf('Solution string: ') + 'Solution string: '.length);
      return whole(text.replace(/\n(?:epoch 0, step 2\n)?$/, ''));
    });
  }
  const records = (
    file.endsWith('.json')
      ? JSON.parse(content)
      : content
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown)
  ) as Record_[];
  return records.map((record) => {
    if (record.messages)
      return chat(...record.messages.map(({ role, content: said }) => [role, said] as const));
    const { prompt, reasoning_process, sequences_str, Output } = record;
    return whole(String(reasoning_process ?? sequences_str ?? Output ?? prompt));
  });
}

function runsOf(segments: readonly Segment[]): Run[] {
  const runs: Run[] = [];
  for (const { by, start, end } of segments) {
    const last = runs.at(-1);
    if (last?.by === by) runs[runs.length - 1] = { ...last, end };
    else runs.push({ by, start, end });
  }
  return runs;
}

/** Dialects whose documents have titles: one without was cut before its title ended. */
const TITLED = ['rag-r1', 'routerag', 'research'];

/** `query:title` of a document; documents without a title are told by their text. */
function titled({ query, title, text }: Document): string {
  return `${query}:${title ?? passages.find((passage) => passage.text.startsWith(text))?.title ?? 'unknown'}`;
}

const searched = (turns: readonly Turn[]): Turn[] =>
  turns.filter(
    ({ observation, error }) => observation !== null || (error !== null && error !== INVALID_ACTION),
  );

/** Which container reads what. */
const CONTAINERS: Readonly<Record<string, string>> = {
  'examples/rag-r1/train_sq.log': 'search-r1-log',
  'examples/rag-r1/train_mq.log': 'search-r1-log',
  'examples/rag-r1/eval_sq.jsonl': 'rag-r1-eval',
  'examples/rag-r1/eval_mq.jsonl': 'rag-r1-eval',
  'examples/routerag/train.log': 'search-r1-log',
  'examples/routerag/deepqa_results/policy_bm25_policy_True.json': 'routerag-eval',
  'examples/research/train_1.jsonl': 'research-jsonl',
  'examples/rezero/chat_states_correctness.jsonl': 'rezero-chat-states',
  'examples/autodidact/chats.jsonl': 'chat-messages',
  'examples/search-o1/test.json': 'search-o1',
};

/** What a rollout says, wherever it stands. */
const said = ({ turns, answer }: Trace) => ({
  answer: answer?.text ?? null,
  turns: turns.map(({ think, queries, documents, error }) => ({
    think,
    error,
    queries: queries.map(({ text, mode }) => ({ text, mode })),
    documents: documents.map(({ title, text }) => ({ title, text })),
  })),
});

const source = ({ text, parts }: Own, index: number): RolloutSource => ({
  id: `f#${index}`,
  file: 'f',
  index,
  sample: 0,
  question: null,
  golds: [],
  text,
  parts,
  recorded: {},
});

describe.each(files)('$file', ({ file, dialect: id, rollouts }) => {
  const texts = owns(file);
  const dialect = dialectOf(id);
  if (!dialect) throw new Error(`no dialect ${id}`);
  const traces = texts.map(({ text, parts }) => dialect.parse(text, parts));

  const compare = <T>(expected: (label: SystemRollout) => T, actual: (at: number) => T): void => {
    const named = rollouts.map((label) => [label.behaviour, expected(label)]);
    expect(rollouts.map(({ behaviour }, at) => [behaviour, actual(at)])).toEqual(named);
  };
  const trace = (at: number) => traces[at] ?? expect.fail('a rollout is missing');

  it('holds the rollouts that were played', () => {
    expect(texts).toHaveLength(rollouts.length);
    for (const [at, { text }] of texts.entries()) expectCovered(trace(at), text);
  });

  it('is of its system and no other', () => {
    expect(chooseDialect(texts.map(source).slice(0, SAMPLED_ROLLOUTS), null).chosen.id).toBe(id);
  });

  it('opens as that', async () => {
    const opened = await openRolloutFile(resolve(root, file));
    expect([opened.container.chosen.id, opened.dialect.chosen.id]).toEqual([CONTAINERS[file], id]);
    await opened.close();
  });

  it('comes out of its container as it reads', async () => {
    const read = await rolloutsOf(resolve(root, file));
    expect(read.map(said)).toEqual(traces.map(said));
  });

  it.runIf(rollouts.some(({ runs }) => runs.length > 0))('was written by whom it was', () => {
    compare(
      ({ runs }) => runs,
      (at) => runsOf(trace(at).segments),
    );
  });

  it('asked what was asked', () => {
    compare(
      ({ searches }) => searches.map(({ queries }) => queries),
      (at) =>
        searched(trace(at).turns).map(({ queries }) =>
          queries.map(({ text, mode }) => (mode === null ? text : `${mode}:${text}`)),
        ),
    );
  });

  it('got what it got', () => {
    compare(
      ({ searches }) =>
        searches.map(({ titles, error }) => [
          error,
          ...titles.flatMap((some, query) => some.map((title) => `${query}:${title}`)),
        ]),
      (at) =>
        searched(trace(at).turns).map(({ documents, error }) => {
          const whole = documents.filter(({ title }) => title !== null || !TITLED.includes(id));
          return [error, ...whole.map(titled)];
        }),
    );
  });

  it('answered what it answered', () => {
    compare(
      ({ answer }) => answer,
      (at) => trace(at).answer?.text ?? null,
    );
  });

  it('was told off, and cut, where it was', () => {
    compare(
      ({ notices, truncated }) => [notices, truncated],
      (at) => {
        const { segments, anomalies } = trace(at);
        return [
          segments.filter(({ kind, by }) => kind === 'notice' && by === 'environment').length,
          anomalies.some(({ kind }) => kind === 'truncated'),
        ];
      },
    );
  });
});
