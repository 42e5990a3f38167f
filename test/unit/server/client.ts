import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import {
  type CodeLens,
  type Diagnostic,
  type DocumentSymbol,
  type FoldingRange,
  type Hover,
  type InitializeResult,
  type InlayHint,
  type Location,
  type LocationLink,
  type MarkupContent,
  type MessageConnection,
  type CancellationToken,
  type Position,
  ProgressType,
  type Range,
  type SemanticTokens,
  StreamMessageReader,
  StreamMessageWriter,
  createMessageConnection,
} from 'vscode-languageserver/node';
import { SHOW_DOCUMENTS } from '../../../core/protocol/commands';
import { CAN_GIVE_BACK } from '../../../core/give-back';
import type { RequestName } from '../../../core/protocol/server';

/** What the client sends when it starts. */
export interface ClientWish {
  /** Section `tracehop`, as `workspace/configuration` answers; null for a client without settings. */
  readonly settings?: object | null;
  readonly linkSupport?: boolean;
  /** Folders of the workspace, as URIs. */
  readonly folders?: readonly string[];
  readonly trusted?: boolean;
  /** Folder for caches. */
  readonly storage?: string;
  /** Most blocks of 512 bytes that a file of the server, and of the store that it starts, may have. */
  readonly blocks?: number;
  /** The user and group who run them. */
  readonly user?: Pick<SpawnOptions, 'uid' | 'gid'>;
}

/** How a request is followed and called off. */
interface Listening<Progress> {
  readonly token?: CancellationToken;
  readonly onProgress?: (progress: Progress) => void;
}

interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: Diagnostic[];
}

/** Drives a real server process over stdio, as an editor does. */
export class TestClient {
  readonly published: Published[] = [];
  readonly changedFiles: string[] = [];
  /** How often the server said that a `tracehop.yml` changed. */
  configChanges = 0;
  readonly logged: string[] = [];
  settings: object | null;
  initialized: InitializeResult | null = null;
  private progressTokens = 0;
  private readonly listeners = new Set<() => void>();

  private constructor(
    readonly process: ChildProcess,
    readonly connection: MessageConnection,
    wish: ClientWish,
  ) {
    this.settings = wish.settings ?? null;
  }

  static async start(script: string, wish: ClientWish = {}): Promise<TestClient> {
    const command = [process.execPath, CAN_GIVE_BACK, script, '--stdio'];
    const [file = '', ...rest] =
      wish.blocks === undefined
        ? command
        : ['/bin/sh', '-c', `ulimit -f ${wish.blocks}; exec "$@"`, 'sh', ...command];
    const child = spawn(file, rest, { ...wish.user, stdio: ['pipe', 'pipe', 'pipe'] });
    const connection = createMessageConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const client = new TestClient(child, connection, wish);
    child.stderr.on('data', (data: Buffer) => client.logged.push(data.toString()));
    await client.initialize(wish);
    return client;
  }

  private async initialize(wish: ClientWish): Promise<void> {
    const { connection } = this;
    connection.onNotification('textDocument/publishDiagnostics', (params: Published) => {
      this.published.push(params);
      this.wake();
    });
    connection.onNotification('tracehop/fileChanged', ({ file }: { file: string }) => {
      this.changedFiles.push(file);
      this.wake();
    });
    connection.onNotification('tracehop/configChanged', () => {
      this.configChanges++;
      this.wake();
    });
    connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      this.logged.push(message);
    });
    connection.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) =>
      items.map(() => this.settings),
    );
    connection.onRequest('client/registerCapability', () => null);
    connection.listen();
    this.initialized = await connection.sendRequest<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities: {
        workspace: {
          configuration: wish.settings !== null && wish.settings !== undefined,
          didChangeConfiguration: { dynamicRegistration: true },
        },
        textDocument: { definition: { linkSupport: wish.linkSupport ?? true } },
      },
      initializationOptions: { protocol: 1, trusted: wish.trusted ?? true, storage: wish.storage },
      workspaceFolders: wish.folders?.map((uri) => ({ uri, name: uri })) ?? null,
    });
    await connection.sendNotification('initialized', {});
  }

  async open(uri: string, text: string, version = 1): Promise<void> {
    const textDocument = { uri, languageId: 'rollout', version, text };
    await this.connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  async change(uri: string, text: string, version: number): Promise<void> {
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
  }

  async closeDocument(uri: string): Promise<void> {
    await this.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }

  async tokens(uri: string, range?: Range): Promise<SemanticTokens> {
    const method = `textDocument/semanticTokens/${range ? 'range' : 'full'}`;
    return this.connection.sendRequest<SemanticTokens>(method, {
      textDocument: { uri },
      ...(range ? { range } : {}),
    });
  }

  folds(uri: string): Promise<FoldingRange[]> {
    return this.connection.sendRequest('textDocument/foldingRange', { textDocument: { uri } });
  }

  symbols(uri: string): Promise<DocumentSymbol[]> {
    return this.connection.sendRequest('textDocument/documentSymbol', { textDocument: { uri } });
  }

  /** Lenses as they first come, those over searches without titles. */
  bareLenses(uri: string): Promise<CodeLens[]> {
    return this.connection.sendRequest('textDocument/codeLens', { textDocument: { uri } });
  }

  resolve(lens: CodeLens): Promise<CodeLens> {
    return this.connection.sendRequest('codeLens/resolve', lens);
  }

  /** Lenses with their titles. */
  async lenses(uri: string): Promise<CodeLens[]> {
    return Promise.all((await this.bareLenses(uri)).map((lens) => this.resolve(lens)));
  }

  /** The lenses over searches. */
  async searchLenses(uri: string): Promise<CodeLens[]> {
    return (await this.lenses(uri)).filter(({ command }) => command?.command === SHOW_DOCUMENTS);
  }

  /** Titles over the first lines of rollouts. */
  async headers(uri: string): Promise<(string | undefined)[]> {
    const all = await this.lenses(uri);
    return all.filter(({ command }) => command?.command === '').map(({ command }) => command?.title);
  }

  hints(uri: string, range: Range): Promise<InlayHint[]> {
    return this.connection.sendRequest('textDocument/inlayHint', { textDocument: { uri }, range });
  }

  /** Markdown of a hover; null where there is none. */
  async hover(uri: string, position: Position): Promise<string | null> {
    const hover = await this.connection.sendRequest<Hover | null>('textDocument/hover', {
      textDocument: { uri },
      position,
    });
    return hover && (hover.contents as MarkupContent).value;
  }

  definition(uri: string, position: Position): Promise<LocationLink[] | Location | null> {
    return this.connection.sendRequest('textDocument/definition', { textDocument: { uri }, position });
  }

  references(uri: string, position: Position, includeDeclaration = true): Promise<Location[] | null> {
    const context = { includeDeclaration };
    return this.connection.sendRequest('textDocument/references', {
      textDocument: { uri },
      position,
      context,
    });
  }

  /** One of the product's own requests. */
  async request<Params, Result, Progress = never>(
    name: RequestName<Params, Result, Progress>,
    params: Params,
    { token, onProgress }: Listening<Progress> = {},
  ): Promise<Result> {
    const progressToken = onProgress && `${name.method}#${++this.progressTokens}`;
    const listener =
      progressToken && this.connection.onProgress(new ProgressType<Progress>(), progressToken, onProgress);
    const sent = progressToken ? { ...params, progressToken } : params;
    try {
      return await (token
        ? this.connection.sendRequest<Result>(name.method, sent, token)
        : this.connection.sendRequest<Result>(name.method, sent));
    } finally {
      if (listener) listener.dispose();
    }
  }

  notify(name: { readonly method: string }, params: object): Promise<void> {
    return this.connection.sendNotification(name.method, params);
  }

  /** The first diagnostics of a document that are as wanted, among those pushed from now on or already. */
  async diagnostics(
    uri: string,
    wanted: (published: Published) => boolean = () => true,
  ): Promise<readonly Diagnostic[]> {
    const found = await this.until(() => this.published.findLast((each) => each.uri === uri && wanted(each)));
    return found.diagnostics;
  }

  /** Waits until something is there, looking again whenever the server sent something. */
  async until<T>(look: () => T | undefined | null | false, patienceMs = 15_000): Promise<T> {
    const end = Date.now() + patienceMs;
    for (;;) {
      const found = look();
      if (found) return found;
      if (Date.now() > end) throw new Error(`nothing came; the server said:\n${this.logged.join('\n')}`);
      await new Promise<void>((resolve) => {
        const done = (): void => {
          this.listeners.delete(done);
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(done, 200);
        this.listeners.add(done);
      });
    }
  }

  async stop(): Promise<void> {
    const exited = new Promise((resolve) => this.process.once('exit', resolve));
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    await exited;
    this.connection.dispose();
  }

  private wake(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
