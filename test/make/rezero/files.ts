import { behaviours, solve, type Behaviour } from '../family/behaviours';
import type { SystemRollout } from '../family/label';
import { questionOf } from '../family/voices';
import { writeLabels } from '../family/write';
import { PythonFloat, pythonJson, type PythonValue } from '../json';
import type { Outputs } from '../outputs';
import { Random } from '../random';
import type { Retriever } from '../retriever';
import type { CorpusPassage } from '../world/corpus';
import { questions, type Question } from '../world/questions';
import type { Chat } from './chat';
import { execute } from './execute';
import { correctness, emChunk, format, judged, retry, strategy } from './rewards';

/** Behaviours of the family that make sense where a message without a search ends the chat. */
const SHARED = ['perfect', 'wrong', 'tags-in-documents', 'forged', 'answer-before-search'];

const extra: readonly Behaviour[] = [
  {
    name: 'two-searches-in-one',
    on: 'q17',
    turns: (q, v, r) => [
      `${v.think('Two at once.')}\n${v.search('goose weather')} ${v.search(q.hops[0]?.query ?? '')}`,
      ...solve({ ...q, hops: [] }, v, r, v.answer(q.golds[0] ?? '')),
    ],
  },
  {
    name: 'empty-query-ends',
    on: 'q33',
    turns: (_q, v) => [`${v.think('I search.')}\n${v.search('')}`, 'never said'],
  },
  { name: 'search-fails', on: 'q46', turns: (_q, v) => [`${v.think('I search.')}\n${v.search('crash')}`] },
];

interface Row {
  readonly question: Question;
  readonly behaviour: string;
  readonly chat: Chat;
  readonly paragraphs: readonly string[];
  readonly yes: boolean;
}

/** What each file of the system holds: its reward, and what it repeats of the whole batch on every row. */
const kinds: Readonly<
  Record<
    string,
    { readonly of: (row: Row) => number | boolean; readonly metadata: (rows: readonly Row[]) => PythonValue }
  >
> = {
  correctness: {
    of: ({ chat, yes }) => correctness(chat.messages, yes),
    metadata: (rows) => ({ teacher_answers: rows.map(({ question }) => question.golds[0] ?? '') }),
  },
  format: { of: ({ chat }) => format(chat.messages), metadata: () => ({}) },
  retry: {
    of: ({ chat }) => retry(chat.messages),
    metadata: (rows) => ({
      search_counts: rows.map(({ chat }) => searchesIn(chat)),
      optimal_search_count: 5,
    }),
  },
  em_chunk_last: {
    of: ({ chat, paragraphs }) => emChunk(chat.messages, paragraphs),
    metadata: () => ({}),
  },
  search_strategy: { of: ({ chat }) => strategy(chat.messages), metadata: () => ({}) },
};

const searchesIn = ({ messages }: Chat): number =>
  messages
    .filter(({ role }) => role === 'assistant')
    .reduce((sum, { content }) => sum + [...content.matchAll(/<search>.*?<\/search>/gs)].length, 0);

/** `examples/rezero/chat_states_*.jsonl`: the same chats in each, with one reward. (ReZero: `src/rewards.py`) */
export function writeReZero(out: Outputs, retriever: Retriever, corpus: readonly CorpusPassage[]): void {
  const random = new Random(241);
  const all = [...behaviours.filter(({ name }) => SHARED.includes(name)), ...extra];
  const rows = all.map((behaviour): Row => {
    const question = questionOf(questions, behaviour.on);
    const chat = execute(question, behaviour, retriever, random);
    const paragraphs = question.supporting.map(
      (title) => corpus.find((each) => each.title === title)?.text ?? '',
    );
    return { question, behaviour: behaviour.name, chat, paragraphs, yes: judged(chat.messages, question) };
  });
  for (const [type, kind] of Object.entries(kinds)) {
    const lines = rows.map((row) =>
      line({
        timestamp: '20250409_101500',
        reward_type: type,
        prompt: row.question.question,
        messages: row.chat.messages.map(({ role, content }) => ({ role, content })),
        reward: kind.of(row),
        metadata: kind.metadata(rows),
      }),
    );
    const file = `examples/rezero/chat_states_${type}.jsonl`;
    out.text(file, lines.map((text) => `${text}\n`).join(''));
  }
  const file = 'examples/rezero/chat_states_correctness.jsonl';
  writeLabels(out, { file, dialect: 'rezero', rollouts: rows.map(labelOf) });
}

/** One row; Python prints the reward as a boolean or a float. */
function line(row: Readonly<Record<string, PythonValue | boolean>>): string {
  const { reward, ...rest } = row;
  const printed =
    typeof reward === 'boolean' ? (reward ? 'true' : 'false') : pythonJson(new PythonFloat(Number(reward)));
  const { metadata, ...before } = rest as Record<string, PythonValue>;
  return `${pythonJson(before).slice(0, -1)}, "reward": ${printed}, "metadata": ${pythonJson(metadata ?? {})}}`;
}

function labelOf(row: Row): SystemRollout {
  const { question, behaviour, chat } = row;
  const last = chat.messages
    .filter(({ role }) => role === 'assistant')
    .flatMap(({ content }) => [...content.matchAll(/<answer>(.*?)<\/answer>/gs)])
    .at(-1)?.[1];
  return {
    behaviour,
    question: question.question,
    golds: question.golds,
    runs: [],
    searches: chat.searches,
    answer: last?.trim() ?? null,
    notices: chat.searches.filter(({ error }) => error !== null).length,
    truncated: false,
    score: Object.fromEntries(Object.entries(kinds).map(([type, { of }]) => [type, Number(of(row))])),
  };
}
