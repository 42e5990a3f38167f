import type { IncomingMessage, ServerResponse } from 'node:http';

/** The body of a chat request, as far as the server looks at it. */
export interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly temperature?: number;
}

/** What a behaviour may use. Writing rejects once the client has gone. */
export interface Exchange {
  readonly body: ChatBody;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The text that the model answers. */
  readonly text: string;
  /** Resolves when the client closes the connection. */
  readonly gone: Promise<void>;
}

/** How one request is answered. */
export type Behaviour = (exchange: Exchange) => Promise<void> | void;

/** How a stream is written. */
export interface StreamWish {
  /** Characters a chunk. */
  readonly step?: number;
  readonly delayMs?: number;
  readonly lineEnd?: '\n' | '\r\n' | '\r';
  /** Comments between events, as proxies send them to keep a connection open. */
  readonly comments?: boolean;
  /** Whether tokens are counted, if the client asks for it. */
  readonly usage?: boolean;
  readonly done?: boolean;
  readonly finish?: string | null;
  /** Thoughts, and the field they come in. */
  readonly reasoning?: { readonly field: 'reasoning' | 'reasoning_content'; readonly text: string };
  /** Cuts the written bytes into pieces of this size, through characters and line ends. */
  readonly bytes?: number;
  /** Leaves the blank line after the last event out. */
  readonly bare?: boolean;
  /** Characters of text after which something else happens. */
  readonly until?: number;
  readonly then?: 'drop' | 'hang' | 'end' | { readonly event: string };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function chunk(delta: object, finish: string | null = null): object {
  return { object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] };
}

/** Answers with a stream of events. */
export function stream(wish: StreamWish = {}): Behaviour {
  return async ({ body, response, text, gone }) => {
    const { lineEnd = '\n', step = 7, delayMs = 0 } = wish;
    const write = writer(response, wish.bytes);
    const send = (event: object | string): Promise<void> =>
      write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}${lineEnd}${lineEnd}`);
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    await send({ ...chunk({ role: 'assistant', content: '' }), model: body.model });
    if (wish.reasoning) {
      for (const part of parts(wish.reasoning.text, step))
        await send(chunk({ [wish.reasoning.field]: part }));
    }
    let said = 0;
    for (const part of parts(text, step)) {
      if (wish.until !== undefined && said >= wish.until)
        return otherwise(wish.then ?? 'end', response, gone);
      if (wish.comments) await write(`: keep-alive${lineEnd}${lineEnd}`);
      await send(chunk({ content: part }));
      said += part.length;
      if (delayMs > 0) await pause(delayMs);
      if (response.destroyed) return;
    }
    if (wish.finish !== null) await send(chunk({}, wish.finish ?? 'stop'));
    if (wish.usage !== false && body.stream_options?.include_usage) {
      await send({ choices: [], usage: { prompt_tokens: 1234, completion_tokens: 56, total_tokens: 1290 } });
    }
    if (wish.done !== false) await write(`data: [DONE]${wish.bare ? '' : `${lineEnd}${lineEnd}`}`);
    response.end();
  };
}

async function otherwise(
  then: NonNullable<StreamWish['then']>,
  response: ServerResponse,
  gone: Promise<void>,
): Promise<void> {
  if (then === 'drop') response.destroy();
  else if (then === 'end') response.end();
  else if (then === 'hang') await gone;
  else {
    response.write(`${then.event}\n\n`);
    response.end();
  }
}

function* parts(text: string, step: number): Generator<string> {
  const characters = [...text];
  for (let at = 0; at < characters.length; at += step) yield characters.slice(at, at + step).join('');
}

/** Writes text in pieces of some bytes, each in a packet of its own. */
function writer(response: ServerResponse, size: number | undefined): (text: string) => Promise<void> {
  return async (text) => {
    const bytes = Buffer.from(text);
    if (size === undefined) {
      response.write(bytes);
      return;
    }
    for (let at = 0; at < bytes.length; at += size) {
      response.write(bytes.subarray(at, at + size));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
}

/** Answers in one piece, whatever was asked for. */
export function whole(usage = true): Behaviour {
  return ({ response, text }) => {
    const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }];
    const counted = usage ? { usage: { prompt_tokens: 1234, completion_tokens: 56 } } : {};
    json(response, 200, { object: 'chat.completion', choices, ...counted });
  };
}

/** Answers with a status and an error as OpenAI writes it. */
export function fails(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Behaviour {
  return ({ response }) => json(response, status, { error: { message, type: 'error', code: null } }, headers);
}

/** Answers with anything. */
export function answers(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = { 'content-type': 'text/html' },
): Behaviour {
  return ({ response }) => void response.writeHead(status, headers).end(body);
}

/** Closes the connection without an answer. */
export const drop: Behaviour = ({ response }) => void response.destroy();

/** Says nothing until the client goes. */
export const hang: Behaviour = ({ gone }) => gone;

/** Sends comments and no answer until the client goes, as a proxy before a busy server does. */
export const comments: Behaviour = async ({ response }) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  while (!response.destroyed) {
    response.write(': waiting\n\n');
    await pause(10);
  }
};

/** Writes a JSON answer. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
