import type { SearchLabel, SystemRollout } from '../family/label';
import { questionOf } from '../family/voices';
import { writeLabels } from '../family/write';
import { pythonJson } from '../json';
import type { Outputs } from '../outputs';
import { type Message, results } from '../rezero/chat';
import type { Retriever } from '../retriever';
import { normalise } from '../text';
import { questions, type Question } from '../world/questions';

/** A scripted policy: its messages, and the query of each that calls. */
interface Script {
  readonly name: string;
  readonly on: string;
  messages(
    question: Question,
  ): readonly { readonly text: string; readonly asks?: string; readonly error?: string }[];
}

const K = 2;

const call = (query: string): string =>
  pythonJson({ type: 'function', function: { name: 'search_corpus', parameters: { query } } });
const reason = (text: string): string => `<reasoning>${text}</reasoning>\n`;
const lookUp = (question: Question): { text: string; asks: string }[] =>
  question.hops.map(({ query }) => ({ text: reason(`I need ${query}.`) + call(query), asks: query }));
const failed = (what: string): string => `Error during post-processing: ${what}`;

const scripts: readonly Script[] = [
  {
    name: 'perfect',
    on: 'q07',
    messages: (q) => [...lookUp(q), { text: `${reason('That settles it.')}${q.golds[0] ?? ''}` }],
  },
  { name: 'wrong', on: 'q13', messages: (q) => [...lookUp(q), { text: q.wrong }] },
  { name: 'no-search', on: 'q15', messages: (q) => [{ text: `The answer is ${q.golds[0] ?? ''}.` }] },
  {
    name: 'two-objects',
    on: 'q22',
    messages: (q) => [
      {
        text: `${call(q.hops[0]?.query ?? '')}\n${call('goose weather')}`,
        error: failed('Expected exactly one JSON object, found 2'),
      },
    ],
  },
  {
    name: 'llama-shape',
    on: 'q28',
    messages: (q) => [
      {
        text: pythonJson({ name: 'search_corpus', parameters: { query: q.hops[0]?.query ?? '' } }),
        error: failed("'function'"),
      },
    ],
  },
  { name: 'cut-after-results', on: 'q33', messages: (q) => lookUp(q).slice(0, 1) },
  { name: 'letters', on: 'q60', messages: (q) => [...lookUp(q), { text: q.golds[0] ?? '' }] },
  {
    name: 'tags-in-documents',
    on: 'q63',
    messages: (q) => [...lookUp(q), { text: `${reason('Found.')}${q.golds[0] ?? ''}` }],
  },
];

const opening = (question: string): Message[] => [
  { role: 'system', content: 'You answer questions and may search a corpus.' },
  {
    role: 'user',
    content:
      'You may call {"type": "function", "function": {"name": "search_corpus", "parameters": {"type": "object", ' +
      '"properties": {"query": {"type": "string"}}}}}. Call one function a message, as JSON. Think inside ' +
      `<reasoning> and </reasoning>.\nQuestion: ${question}`,
  },
];

interface Ran {
  readonly messages: readonly Message[];
  readonly label: SystemRollout;
}

/** Runs one script. The executor plays the judge: yes where the gold stands in the last message. */
function execute(question: Question, script: Script, retriever: Retriever): Ran {
  const messages = opening(question.question);
  const searches: SearchLabel[] = [];
  let answer: string | null = null;
  for (const { text, asks, error } of script.messages(question)) {
    messages.push({ role: 'assistant', content: text });
    if (error !== undefined) {
      messages.push({ role: 'system', content: error });
      searches.push({ queries: [], titles: [], error });
    } else if (asks !== undefined) {
      const found = results(retriever, asks, K);
      messages.push({ role: 'ipython', content: found.text });
      searches.push(found.label);
    } else answer = text.split('</reasoning>').at(-1)?.trim() ?? null;
  }
  const last = normalise(messages.at(-1)?.content ?? '');
  const yes = question.golds.some((gold) => last.includes(normalise(gold)));
  const formatted = messages.some(({ content }) => content.includes('Error during')) ? 0 : 0.7;
  return {
    messages,
    label: {
      behaviour: script.name,
      question: question.question,
      golds: question.golds,
      runs: [],
      searches,
      answer,
      notices: searches.filter(({ error }) => error !== null).length,
      truncated: false,
      score: { correctness: yes ? 1 : 0, formatting: formatted },
    },
  };
}

/** `examples/autodidact/chats.jsonl` and `qa_log.txt`. (AutoDidact: `rl_helpers.py`, `rewards` in the notebook) */
export function writeAutoDidact(out: Outputs, retriever: Retriever): void {
  const rows = scripts.map((script) => execute(questionOf(questions, script.on), script, retriever));
  const file = 'examples/autodidact/chats.jsonl';
  const chats = rows.map(({ messages, label }) =>
    pythonJson({
      question: label.question,
      answer: label.golds[0] ?? '',
      messages: messages.map(({ role, content }) => ({ role, content })),
    }),
  );
  out.text(file, chats.map((line) => `${line}\n`).join(''));
  writeLabels(out, { file, dialect: 'autodidact', rollouts: rows.map(({ label }) => label) });
  const log = rows.map(({ messages, label }) => {
    const verdict = typeof label.score === 'object' && label.score?.['correctness'] === 1 ? 'Yes' : 'No';
    return (
      `Question: ${label.question}\nCorrect Answer: ${label.golds[0] ?? ''}\n` +
      `Student Answer: ${messages.at(-1)?.content ?? ''}\nVerifier said: ${verdict}\n${'-'.repeat(40)}\n`
    );
  });
  out.text('examples/autodidact/qa_log.txt', log.join(''));
}
