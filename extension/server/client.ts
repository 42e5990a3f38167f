// Imported when the server is first needed: the client library is the largest part of the extension.
import * as vscode from 'vscode';
import {
  CloseAction,
  LanguageClient,
  TransportKind,
  type ErrorHandler,
  type LanguageClientOptions,
  type MessageSignature,
  type ServerOptions,
} from 'vscode-languageclient/node';
import { CAN_GIVE_BACK } from '../../core/give-back';
import { ROLLOUT_SCHEME } from '../../core/protocol/rollout-uri';
import { PROTOCOL_VERSION, type InitializeOptions } from '../../core/protocol/server';
import { findingHelpUri } from '../findings/help-uri';

export { ProgressType, State } from 'vscode-languageclient/node';

/** The documents that the server itself is told of: rollouts as text. JSON goes through requests of our own. */
const selector = ['file', 'untitled', ROLLOUT_SCHEME].map((scheme) => ({ scheme, language: 'rollout' }));

/** A language client that keeps quiet: what goes wrong is in the log, and the status item shows the rest. */
export class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  override warn(message: string, data?: unknown): void {
    super.warn(message, data, false);
  }

  override info(message: string, data?: unknown): void {
    super.info(message, data, false);
  }

  override handleFailedRequest<T>(
    type: MessageSignature,
    token: vscode.CancellationToken | undefined,
    error: unknown,
    defaultValue: T,
    _showNotification?: boolean,
    throwOnCancel?: boolean,
  ): T {
    return super.handleFailedRequest(type, token, error, defaultValue, false, throwOnCancel);
  }
}

/**
 * Makes a client for `dist/server.js`; it is not started yet. `storage` is the folder for caches. `onGivenUp` is called when restarting is over,
 * `onToldSettings` when the server was told that settings changed; `configs` watches every `tracehop.yml`.
 */
export function createClient(
  module: string,
  storage: string,
  log: vscode.LogOutputChannel,
  configs: vscode.FileSystemWatcher,
  onGivenUp: () => void,
  onToldSettings: () => void,
): QuietClient {
  const initializationOptions: InitializeOptions = {
    protocol: PROTOCOL_VERSION,
    trusted: vscode.workspace.isTrusted,
    storage,
  };
  const run = { module, transport: TransportKind.ipc, options: { execArgv: [CAN_GIVE_BACK] } };
  const serverOptions: ServerOptions = {
    run,
    debug: { ...run, options: { execArgv: [CAN_GIVE_BACK, '--nolazy', '--inspect=6019'] } },
  };
  const options: LanguageClientOptions = {
    documentSelector: selector,
    initializationOptions,
    synchronize: { fileEvents: configs },
    outputChannel: log,
    traceOutputChannel: log,
    initializationFailedHandler: (error) => {
      log.error('the language server did not start', error instanceof Error ? error : String(error));
      return false;
    },
    errorHandler: {
      error: (...args) => usual().error(...args),
      closed: async () => {
        const result = await usual().closed();
        if (result.action === CloseAction.DoNotRestart) onGivenUp();
        return { ...result, handled: true };
      },
    },
    middleware: {
      workspace: {
        didChangeConfiguration: async (sections, next) => {
          await next(sections);
          onToldSettings();
        },
      },
      handleDiagnostics: (uri, diagnostics, next) => next(uri, diagnostics.map(withHelp)),
    },
  };
  const client = new QuietClient('tracehop', 'Tracehop', serverOptions, options);
  let handler: ErrorHandler | undefined;
  const usual = (): ErrorHandler => (handler ??= client.createDefaultErrorHandler());
  return client;
}

/** Makes the code of a diagnostic that has a page on the web a link to the same page in the editor. */
function withHelp(diagnostic: vscode.Diagnostic): vscode.Diagnostic {
  const { code } = diagnostic;
  if (typeof code === 'object' && typeof code.value === 'string') {
    diagnostic.code = { value: code.value, target: findingHelpUri(code.value) };
  }
  return diagnostic;
}
