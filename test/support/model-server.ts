import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Behaviour, type ChatBody, json, stream } from './model-behaviours';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as text. */
  readonly body: string;
  /** Milliseconds since the server started. */
  readonly at: number;
  /** Whether the client closed the connection before the answer was whole. */
  aborted: boolean;
}

/** What a server is like. */
export interface ServerWish {
  /** Models it has; another name is answered with 404. */
  readonly models?: readonly string[];
  /** A request without this key is answered with 401. */
  readonly apiKey?: string;
  /** Where the API is; `/v1` when left out. */
  readonly path?: string;
  /** What the model says; {@link echo} when left out. */
  readonly text?: (body: ChatBody) => string;
}

/** A server on this machine that speaks the protocol of chat completions, and fails as it is told. */
export class ModelServer {
  readonly requests: Received[] = [];
  private readonly script: Behaviour[] = [];
  private readonly begun = performance.now();

  private constructor(
    private readonly server: Server,
    private readonly wish: ServerWish,
  ) {
    server.on('request', (request, response) => void this.answer(request, response));
  }

  static async start(wish: ServerWish = {}): Promise<ModelServer> {
    const server = createServer();
    const made = new ModelServer(server, wish);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return made;
  }

  /** `http://127.0.0.1:PORT`. */
  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get baseUrl(): string {
    return `${this.origin}${this.path}`;
  }

  /** The chats among the requests. */
  get chats(): readonly Received[] {
    return this.requests.filter(({ path }) => path.endsWith('/chat/completions'));
  }

  /** How the next chats are answered, one each; those after them are streamed. */
  next(...behaviours: readonly Behaviour[]): void {
    this.script.push(...behaviours);
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private get path(): string {
    return this.wish.path ?? '/v1';
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const received: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(pieces).toString(),
      at: performance.now() - this.begun,
      aborted: false,
    };
    this.requests.push(received);
    const gone = new Promise<void>((resolve) =>
      response.on('close', () => {
        received.aborted = !response.writableFinished;
        resolve();
      }),
    );
    response.on('error', () => undefined);
    const { models = ['tester'], apiKey, text = echo } = this.wish;
    if (apiKey !== undefined && received.headers.authorization !== `Bearer ${apiKey}`) {
      json(response, 401, {
        error: { message: `Incorrect API key provided: ${received.headers.authorization}` },
      });
    } else if (received.path === `${this.path}/models`) {
      json(response, 200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
    } else if (received.path === `${this.path}/chat/completions` && received.method === 'POST') {
      const body = JSON.parse(received.body) as ChatBody;
      const behaviour = this.script.shift();
      if (!behaviour && !models.includes(body.model)) {
        json(response, 404, {
          object: 'error',
          message: `The model \`${body.model}\` does not exist.`,
          code: 404,
        });
      } else await (behaviour ?? stream())({ body, request, response, text: text(body), gone });
    } else json(response, 404, { detail: 'Not Found' });
  }
}

/**
 * What the model says: the question it was sent, and how many turns, documents and findings, counted in the data of the
 * last message. So a test sees that the prompt arrived.
 */
export function echo({ messages }: ChatBody): string {
  const items = (messages.at(-1)?.content ?? '').split('\n').flatMap((line): Record<string, unknown>[] => {
    try {
      return line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : [];
    } catch {
      return [];
    }
  });
  const turns = new Set(items.map(({ turn, finding }) => (finding === undefined ? turn : undefined)));
  turns.delete(undefined);
  const question = items.find((item) => 'question' in item)?.['question'];
  const count = (key: string): number => items.filter((item) => key in item).length;
  return [
    `You asked about “${String(question)}”.`,
    `I saw ${turns.size} turns, ${count('document')} documents and ${count('finding')} findings.`,
  ].join('\n');
}
