import { pythonJson, PythonFloat } from '../json';
import type { Random } from '../random';
import type { Retriever } from '../retriever';
import { normalise } from '../text';
import type { ExecutedTools } from '../tool-calls/files';
import type { ToolTurnLabel } from '../tool-calls/labels';
import type { Form, ToolPolicy, WrittenTurn } from '../tool-calls/policies';
import { Transcript } from '../transcript';
import type { Question } from '../world/questions';
import type { CorpusPassage } from '../world/corpus';

const TOOL = 'search';
const MAX_TURNS = 4;
const TOP_K = 2;
/** Characters of a result; verl's default is 256, for longer passages than ours it is set higher. */
const MAX_RESULT = 640;
const STEP = 40;

export const form: Form = {
  tool: TOOL,
  calls: (queries) => [{ body: pythonJson({ name: TOOL, arguments: { query_list: queries } }), queries }],
  finish: (answer) => `<answer> ${answer} </answer>`,
};

/** The recipe's prompt, special tokens skipped. (verl: preprocess_search_r1_dataset.py, reworded) */
const prompt = (question: string): string =>
  'system\nYou are a helpful and harmless assistant.\nuser\nThink inside <think> and </think>. Search with ' +
  '<tool_call> query </tool_call>; results come between <tool_response> and </tool_response>. Answer like ' +
  `<answer> Beijing </answer>. Question: ${question}\nassistant\n`;

interface Ran {
  readonly text: string;
  readonly documents: readonly (readonly [query: number, title: string])[];
  readonly error: string | null;
  readonly cut: boolean;
}

/** The text that the tool gives for one call. (verl: search_tool.py, search_r1_like_utils.py) */
function run(
  call: { readonly name: string; readonly arguments: { readonly query_list: readonly string[] } },
  retriever: Retriever,
): Ran {
  if (call.name !== TOOL) {
    const error = `Unknown function '${call.name}'. Available tools: ['${TOOL}']`;
    return { text: error, documents: [], error, cut: false };
  }
  const { query_list: queries } = call.arguments;
  if (queries.length === 0) {
    const error = "Error: 'query_list' is missing, empty, or not a list in parameters.";
    return { text: pythonJson({ result: error }), documents: [], error, cut: false };
  }
  const found = queries.map((query) => retriever.search(query, TOP_K));
  const shown = found.map((results) => results.map(entry).join('\n\n')).join('\n---\n');
  const whole = pythonJson({ result: shown });
  const documents = found.flatMap((results, query) => results.map(({ title }) => [query, title] as const));
  if (whole.length <= MAX_RESULT) return { text: whole, documents, error: null, cut: false };
  const half = MAX_RESULT / 2;
  const text = `${whole.slice(0, half)}...(truncated)...${whole.slice(-half)}`;
  return { text, documents: left(whole.slice(0, half), found), error: null, cut: true };
}

const entry = ({ title, text }: CorpusPassage, at: number): string =>
  `Doc ${at + 1} (Title: "${title}")\n${text}`;

/** The documents whose headers stand before the cut; which ones are left behind it no reader can tell for sure. */
function left(text: string, found: readonly (readonly CorpusPassage[])[]): (readonly [number, string])[] {
  const documents: (readonly [number, string])[] = [];
  let from = 0;
  for (const [query, results] of found.entries()) {
    for (const [at, { title }] of results.entries()) {
      const header = JSON.stringify(`Doc ${at + 1} (Title: "${title}")`).slice(1, -1);
      const where = text.indexOf(header, from);
      if (where < 0) return documents;
      documents.push([query, title]);
      from = where;
    }
  }
  return documents;
}

const written = ({ think, calls, said }: WrittenTurn): string =>
  `<think>${think}</think>` +
  calls.map(({ body, open }) => `\n<tool_call>\n${body}${open ? '' : '\n</tool_call>'}`).join('') +
  (said === '' ? '' : `\n${said}`);

/** The first call that is JSON; at most one runs in a turn. (verl: tool_agent_loop.py, hermes parser) */
function callIn(turn: string): { readonly at: number; readonly call: Parameters<typeof run>[0] } | null {
  for (const [at, match] of [...turn.matchAll(/<tool_call>(.*?)<\/tool_call>/gs)].entries()) {
    try {
      return { at, call: JSON.parse(match[1] ?? '') as Parameters<typeof run>[0] };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return null;
}

/** Runs one policy on one question and dumps it. (verl: tool_agent_loop.py, search_r1_like_qa_em.py) */
export function execute(
  question: Question,
  policy: ToolPolicy,
  retriever: Retriever,
  random: Random,
): ExecutedTools {
  const input = prompt(question.question);
  const transcript = new Transcript();
  transcript.write('prompt', input);
  const turns: ToolTurnLabel[] = [];
  let answer: string | null = null;
  const script = policy.play(question, random, form);
  for (let turn = 1; turn <= MAX_TURNS; turn++) {
    const next = script.next();
    if (next.done) throw new Error(`${policy.name} ran out of turns on ${question.id}`);
    const text = written(next.value);
    transcript.write('policy', text);
    ({ answer } = next.value);
    const { calls } = next.value;
    const queries = calls.flatMap((call) => call.queries);
    const found = callIn(text);
    if (!found || turn === MAX_TURNS) {
      turns.push({ queries, documents: [], error: null, cut: false });
      break;
    }
    const ran = run(found.call, retriever);
    transcript.write('environment', `\nuser\n<tool_response>\n${ran.text}\n</tool_response>\nassistant\n`);
    const before = calls.slice(0, found.at).flatMap((call) => call.queries).length;
    const documents = ran.documents.map(([query, title]) => [before + query, title] as const);
    turns.push({ queries, documents, error: ran.error, cut: ran.cut });
  }
  const { text, runs } = transcript;
  const score =
    answer !== null && question.golds.some((gold) => normalise(gold) === normalise(answer ?? '')) ? 1 : 0;
  const line = pythonJson({
    input,
    output: text.slice(input.length),
    gts: { target: question.golds },
    score: new PythonFloat(score),
    step: STEP,
  });
  return { line, label: { length: text.length, runs, turns, answer, score } };
}
