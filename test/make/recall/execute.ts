import { pythonJson, PythonFloat } from '../json';
import type { ExecutedTools } from '../tool-calls/files';
import type { ToolTurnLabel } from '../tool-calls/labels';
import type { Form, ToolPolicy, WrittenTurn } from '../tool-calls/policies';
import type { Random } from '../random';
import type { Retriever } from '../retriever';
import { Transcript } from '../transcript';
import type { Question } from '../world/questions';
import { prompt } from './prompt';
import { reward } from './reward';

/** Limits of ReCall's training script. (ReCall: scripts/train) */
const MAX_TURNS = 5;
const TOP_N = 2;
const TOOL = 'wikipedia_search';

export const form: Form = {
  tool: TOOL,
  calls: (queries) =>
    (queries.length === 0 ? [''] : queries).map((query) => ({
      body: pythonJson({ name: TOOL, arguments: { query } }),
      queries: [query],
    })),
  finish: (answer) => `The answer is \\boxed{${answer}}.`,
};

/** The calls of a turn: none where tags do not pair up in order. (`extract_tool_calls`) */
function callsIn(turn: string): string[] {
  const opens = [...turn.matchAll(/<tool_call>/g)].map(({ index }) => index);
  const closes = [...turn.matchAll(/<\/tool_call>/g)].map(({ index }) => index);
  if (opens.length !== closes.length || opens.some((open, at) => open >= (closes[at] ?? 0))) return [];
  return opens.map((open, at) => turn.slice(open + '<tool_call>'.length, closes[at]).trim());
}

interface Ran {
  readonly response: string;
  readonly titles: readonly string[];
  readonly error: string | null;
}

/** What the sandbox says of one call. (`vllm_rollout_spmd.py`, `data/prepare_musique_recall.py`) */
function run(call: string, retriever: Retriever): Ran {
  let parsed: { readonly name: string; readonly arguments: { readonly query: string } };
  try {
    parsed = JSON.parse(call) as typeof parsed;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const response = "Parse tool call failed: Expecting ',' delimiter";
    return { response, titles: [], error: response };
  }
  if (parsed.name !== TOOL) {
    const error = `name '${parsed.name}' is not defined`;
    return { response: `error: \n${error}`, titles: [], error };
  }
  const { query } = parsed.arguments;
  if (query === '') return { response: 'result: \ninvalid query', titles: [], error: 'invalid query' };
  const results = retriever.search(query, TOP_N);
  const contents = results
    .map(({ title, text }) => `"${title}"\n${text}`)
    .join('\n\n')
    .trim();
  const response = contents === '' ? '' : `result: \n${contents}`;
  return { response, titles: results.map(({ title }) => title), error: null };
}

const written = ({ think, calls, said }: WrittenTurn): string =>
  ` ${think} </think>` +
  calls.map(({ body, open }) => `\n<tool_call>\n${body}${open ? '' : '\n</tool_call>'}`).join('') +
  (said === '' ? '' : `\n${said}`) +
  '<|im_end|>';

/** Runs one policy on one question and dumps it. (ReCall: vllm_rollout_spmd.py, re_call.py) */
export function execute(
  question: Question,
  policy: ToolPolicy,
  retriever: Retriever,
  random: Random,
): ExecutedTools {
  const transcript = new Transcript();
  transcript.write('prompt', prompt(question.question));
  const turns: ToolTurnLabel[] = [];
  let answer: string | null = null;
  const script = policy.play(question, random, form);
  for (let turn = 1; turn <= MAX_TURNS; turn++) {
    const next = script.next();
    if (next.done) throw new Error(`${policy.name} ran out of turns on ${question.id}`);
    const text = written(next.value);
    transcript.write('policy', text);
    ({ answer } = next.value);
    const queries = next.value.calls.flatMap((call) => call.queries);
    const calls = callsIn(text);
    if (calls.length === 0 || turn === MAX_TURNS) {
      turns.push({ queries, documents: [], error: null, cut: false });
      break;
    }
    const ran = calls.map((call) => run(call, retriever));
    const responses = calls.map(
      (call, at) => `<tool_response>${call}\n${ran[at]?.response ?? ''}\n</tool_response>\n`,
    );
    transcript.write(
      'environment',
      `\n<|im_start|>user\n${responses.join('')}<|im_end|>\n<|im_start|>assistant\n<think>`,
    );
    const documents = ran.flatMap(({ titles }, query) => titles.map((title) => [query, title] as const));
    turns.push({
      queries,
      documents,
      error: ran.find(({ error }) => error !== null)?.error ?? null,
      cut: false,
    });
  }
  const { score, reason } = reward(transcript.text, question.golds);
  const { text, runs } = transcript;
  const line = pythonJson({
    data_source: 'invented',
    sequences_str: text,
    ground_truth: question.golds,
    score: new PythonFloat(score),
    reason,
  });
  return { line, label: { length: text.length, runs, turns, answer, score } };
}
