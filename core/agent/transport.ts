import { OpenAI } from 'openai';
import type { Endpoint } from './endpoint';
import { HttpFailure, NoAnswer } from './failure';

/** Longest time a timer can be set to. Waiting is limited by {@link Watch}, not by the library. */
const NEVER = 2 ** 31 - 1;

/** Bytes of an error's text that are read: the sentence is at its beginning. */
const ERROR_BYTES = 64 * 1024;

/**
 * The library's client for an endpoint, with everything of its own switched off that is not this request: its retries,
 * its log, and what it takes from the environment (`OPENAI_API_KEY`, `OPENAI_ORG_ID`, `OPENAI_CUSTOM_HEADERS` and
 * others), which would go to any endpoint. `active` is told of every chunk that arrives.
 */
export function libraryFor(endpoint: Endpoint, apiKey: string | null, active: () => void): OpenAI {
  return new OpenAI({
    baseURL: endpoint.baseUrl,
    // It refuses to work without one; what is sent is set below.
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: NEVER,
    logLevel: 'off',
    fetch: (url, init) => send(url, init ?? {}, apiKey, active),
  });
}

/**
 * Sends a request with these headers and no others: the library adds its version, the operating system, the
 * architecture and the runtime (`x-stainless-*`). Redirects are not followed, because the user named one endpoint.
 */
async function send(
  url: string | URL | Request,
  init: RequestInit,
  apiKey: string | null,
  active: () => void,
): Promise<Response> {
  const headers: Record<string, string> = { 'user-agent': 'tracehop' };
  const made = new Headers(init.headers);
  for (const name of ['accept', 'content-type']) {
    const value = made.get(name);
    if (value !== null) headers[name] = value;
  }
  if (apiKey !== null) headers['authorization'] = `Bearer ${apiKey}`;
  let response: Response;
  try {
    response = await fetch(url, { ...init, headers, redirect: 'manual' });
  } catch (error) {
    throw new NoAnswer(error, false);
  }
  active();
  if (response.ok) return response;
  const body = await startOf(response, ERROR_BYTES, active);
  throw new HttpFailure(response.status, response.headers, body);
}

/**
 * The beginning of an answer's text, at most so many bytes. A connection that breaks throws {@link NoAnswer} where the
 * answer is wanted `whole`; else what had come is given.
 */
export async function startOf(
  response: Response,
  limit: number,
  active: () => void,
  wanted: 'whole' | 'beginning' = 'beginning',
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of bytesOf(response, active)) {
      text += decoder.decode(chunk.subarray(0, limit - bytes), { stream: true });
      bytes += chunk.length;
      if (bytes >= limit) break;
    }
  } catch (error) {
    if (wanted === 'whole' || !(error instanceof NoAnswer)) throw error;
  }
  return text + decoder.decode();
}

/** The bytes of an answer. Leaving the loop early closes the connection; one that breaks throws {@link NoAnswer}. */
export async function* bytesOf(response: Response, active: () => void): AsyncGenerator<Uint8Array> {
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  if (!reader) return;
  let over = false;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        over = true;
        throw new NoAnswer(error, true);
      });
      if (done) {
        over = true;
        return;
      }
      active();
      yield value;
    }
  } finally {
    // A stream that broke or was aborted has nothing left to cancel.
    if (!over) await reader.cancel().catch(() => undefined);
  }
}
