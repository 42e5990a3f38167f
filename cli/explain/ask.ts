import type { Spent } from '../../core/agent/cost';
import { ModelError } from '../../core/agent/failure';
import type { ChatResult, ModelClient } from '../../core/agent/model';
import { count } from '../../core/findings/words';
import type { ExitCode, Io } from '../io';
import { terminalText } from '../terminal-text';
import { cutLine, type ExplainPrinting, type ExplainRequest } from './request';

/** Sends the question and prints the answer as it comes, then what it took. */
export async function ask(io: Io, request: ExplainRequest, printing: ExplainPrinting): Promise<ExitCode> {
  const { explanation, endpoint, model, apiKey } = request;
  if (!endpoint || model === null) return 2;
  io.err(cutLine(explanation));
  if (apiKey !== null) io.err(`the key in ${printing.apiKeyEnv} goes to ${endpoint.origin}\n`);
  // The client library is large, and no other command needs it.
  const { ModelClient } = await import('../../core/agent/model');
  const client = new ModelClient({ baseUrl: endpoint.baseUrl, apiKey, model });
  const outcome = await chat(io, client, request, printing);
  if (printing.json) await io.out(`${JSON.stringify(jsonOf(request, outcome), null, 2)}\n`);
  else if (outcome.printed !== '' && !outcome.printed.endsWith('\n')) await io.out('\n');
  if (outcome.error) io.err(`${outcome.error.message}\n`);
  if (outcome.result) io.err(remark(outcome.result));
  if (outcome.spent) io.err(spentLine(outcome.spent, outcome.result));
  return outcome.error ? 1 : 0;
}

interface Outcome {
  readonly result: ChatResult | null;
  readonly error: ModelError | null;
  readonly spent: Spent | null;
  /** What stands on stdout already. */
  readonly printed: string;
}

async function chat(
  io: Io,
  client: ModelClient,
  { explanation }: ExplainRequest,
  { json, maxTokens }: ExplainPrinting,
): Promise<Outcome> {
  const stop = new AbortController();
  let spent: Spent | null = null;
  let printed = '';
  let writing = Promise.resolve();
  const write = (text: string): void => {
    if (json) return;
    printed += text;
    writing = writing.then(() => io.out(terminalText(text)));
    // A reader that went away needs no more of the answer.
    writing.catch((error: unknown) => stop.abort(error));
  };
  let result: ChatResult | null = null;
  let error: ModelError | null = null;
  try {
    result = await client.chat(explanation.messages, {
      maxTokens,
      signal: stop.signal,
      onText: write,
      onRetry: ({ waitMs, why }) => io.err(`${why} Next attempt in ${seconds(waitMs)}.\n`),
      onSpent: (one) => (spent = one),
    });
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    error = thrown;
  }
  await writing;
  return { result, error, spent, printed };
}

/** What is odd about an answer; empty where nothing is. */
function remark({ text, finishReason }: ChatResult): string {
  if (finishReason === 'length') return 'the answer stops at --max-tokens, which counts thoughts too\n';
  return text.trim() === '' ? 'the model answered nothing\n' : '';
}

function spentLine(spent: Spent, result: ChatResult | null): string {
  const { model, endpoint, promptTokens, completionTokens, estimated, requests, ms } = spent;
  const tokens = `${promptTokens} prompt and ${completionTokens} completion tokens${estimated ? ' (estimated)' : ''}`;
  const firstMs = result?.firstTokenMs ?? null;
  const first = firstMs === null ? '' : `, the first token after ${seconds(firstMs)}`;
  return `${model} at ${endpoint}: ${tokens}, ${count(requests, 'request')}, ${seconds(ms)}${first}\n`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function jsonOf({ id, explanation, endpoint, model }: ExplainRequest, outcome: Outcome): unknown {
  const { result, error, spent } = outcome;
  return {
    id,
    endpoint: endpoint?.baseUrl ?? null,
    model,
    text: result?.text ?? error?.text ?? '',
    reasoning: result?.reasoning ?? '',
    finishReason: result?.finishReason ?? null,
    error: error && { kind: error.kind, status: error.status, message: error.message },
    spent,
    firstTokenMs: result?.firstTokenMs ?? null,
    cuts: explanation.cuts,
  };
}
