import {
  CodeLensRefreshRequest,
  type Connection,
  DidChangeConfigurationNotification,
  InlayHintRefreshRequest,
  TextDocuments,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { HostClient } from '../core/host/client';
import { SocketClient } from '../core/host/socket/client';
import { type InitializeOptions, notifications, PROTOCOL_VERSION } from '../core/protocol/server';
import { RetrievalClient } from '../core/retrieval/client';
import { connectStore } from '../core/store/process/start';
import type { FileChoices } from '../core/store/file-choices';
import { storeService } from '../core/store/service';
import type { ConfigShown } from '../core/protocol/records';
import { ConfigProblems } from './config/config-problems';
import { ConfigStore } from './config/config-store';
import { DocumentDiagnostics, type Publish } from './diagnostics/document-diagnostics';
import { ShownFiles } from './diagnostics/shown-files';
import { RolloutDocuments } from './documents/rollout-documents';
import { ElsewhereIndex } from './elsewhere/elsewhere-index';
import { FileCache } from './files/file-cache';
import { FileWatch } from './files/file-watch';
import { isMemory } from './files/memory-texts';
import { registerAtPosition } from './handlers/at-position';
import { abilitiesOf, capabilities } from './handlers/capabilities';
import type { ClientAbilities } from './handlers/host';
import { registerWholeDocument } from './handlers/whole-document';
import { Guard } from './host/guard';
import { messageOf } from '../core/message-of';
import type { Log } from './host/log';
import { optionsFrom, type ChosenOptions } from './host/open-options';
import { SettingsStore } from './host/settings';
import { uriParts } from './host/uris';
import { registerOpenText } from './records/open-text';
import { registerRequests } from './requests';
import { registerRetrieval } from './retrieval/requests';
import { RewardFiles } from './rewards/reward-files';
import { RewardRuns } from './rewards/reward-runs';
import { registerRewards } from './rewards/requests';
import { choicesFor } from './store/choices';
import { OpenSets } from './store/open-sets';
import { registerStore } from './store/requests';
import { storeScript, type StoreScripts } from './store/script';
import { WorkerClient } from './worker/worker-client';

/** What the server needs from its surroundings. */
export interface ServerOptions {
  /** Path of the bundled worker. */
  readonly workerScript: string;
  /** Path of the bundled process that holds native modules. */
  readonly hostScript: string;
  /** Path of the bundled store, and of its worker. */
  readonly storeScripts: StoreScripts;
}

/** Puts the server together over a connection and listens. */
export function start(
  connection: Connection,
  { workerScript, hostScript, storeScripts }: ServerOptions,
): void {
  const log: Log = connection.console;
  const guard = new Guard(log);
  let abilities: ClientAbilities = abilitiesOf({});
  const settings = new SettingsStore((resource) =>
    abilities.configuration
      ? connection.workspace.getConfiguration({ scopeUri: resource, section: 'tracehop' })
      : Promise.resolve(null),
  );
  let trusted = false;
  const configs = new ConfigStore(() => trusted);
  const optionsFor = async (uri: string): Promise<ChosenOptions> => {
    const path = uriParts(uri)?.path ?? uri;
    return optionsFrom(await settings.of(uri), path, log, await configs.choiceFor(uri));
  };
  const documents = new TextDocuments(TextDocument);
  const documentOf = (uri: string): TextDocument | undefined => documents.get(uri);
  const publish: Publish = (uri, version, diagnostics) =>
    guard.background(
      'publishing diagnostics',
      connection.sendDiagnostics({ uri, diagnostics, ...(version === undefined ? {} : { version }) }),
    );

  const worker = new WorkerClient(workerScript);
  const nativeHost = new HostClient({ script: hostScript, log: (text) => log.warn(text) });
  let storage: string | undefined;
  const store = new SocketClient(() => connectStore(storeScript(storeScripts, storage)));
  const choices = (paths: readonly string[]): Promise<FileChoices> =>
    choicesFor(paths, settings, configs, log);
  const sets = new OpenSets(store.service(storeService), choices, (message) => log.warn(message));
  const watch = new FileWatch(
    (uri) => guard.background('watching', files.check(uri).then(ignore)),
    (uri, error) => log.info(`${uri} is not watched, changes show at its next use: ${messageOf(error)}`),
  );
  const files = new FileCache(optionsFor, {
    opened: (uri) => isMemory(uri) || watch.start(uri),
    changed: (uri) => {
      if (!isMemory(uri)) watch.again(uri);
      rollouts.forgetFile(uri);
      shown.changed(uri);
      notify(notifications.fileChanged.method, { file: uri });
    },
    failed: (error) => log.error(`closing a file: ${messageOf(error)}`),
  });
  const rollouts = new RolloutDocuments(documentOf, files, optionsFor);
  const elsewhere = new ElsewhereIndex(worker, (error) =>
    log.warn(`reading a whole file: ${messageOf(error)}`),
  );
  const diagnostics = new DocumentDiagnostics(documentOf, rollouts, publish, guard);
  const shown = new ShownFiles(files, worker, publish, guard);
  const problems = new ConfigProblems(configs, publish, guard);
  const runs = new RewardRuns(new RewardFiles(worker), settings, optionsFor, log);
  const host = { connection, guard, settings, files, documents: documentOf, rollouts, elsewhere };

  const notify = (method: string, params: object): void =>
    guard.background('notifying', connection.sendNotification(method, params));

  connection.onInitialize(({ capabilities: client, initializationOptions, workspaceFolders }) => {
    abilities = abilitiesOf(client);
    const { protocol, ...options } = (initializationOptions ?? {}) as Partial<InitializeOptions>;
    trusted = options.trusted === true;
    storage = options.storage;
    configs.setFolders((workspaceFolders ?? []).map(({ uri }) => uri));
    if (protocol !== undefined && protocol !== PROTOCOL_VERSION) {
      log.warn(`the client speaks protocol ${protocol}, the server ${PROTOCOL_VERSION}`);
    }
    return { capabilities, serverInfo: { name: 'tracehop' } };
  });
  connection.onInitialized(() => {
    problems.lookAtAll();
    if (abilities.folderEvents)
      connection.workspace.onDidChangeWorkspaceFolders(() =>
        guard.background('workspace folders', foldersChanged()),
      );
    if (!abilities.configurationEvents) return;
    const registered = connection.client.register(DidChangeConfigurationNotification.type, {
      section: 'tracehop',
    });
    guard.background('registering for settings', registered.then(ignore));
  });
  const foldersChanged = async (): Promise<void> => {
    const folders = (await connection.workspace.getWorkspaceFolders()) ?? [];
    configs.setFolders(folders.map(({ uri }) => uri));
    configChanged();
  };
  const configChanged = (): void => {
    problems.lookAtAll();
    openAgain();
    notify(notifications.configChanged.method, {});
  };
  connection.onDidChangeConfiguration(() => {
    settings.forget();
    openAgain();
  });
  // The client watches every tracehop.yml, and nothing else.
  connection.onDidChangeWatchedFiles(configChanged);
  connection.onNotification(notifications.configShown.method, (config: ConfigShown) => problems.show(config));
  const openAgain = (): void => {
    files.clear();
    rollouts.forgetFile(null);
    shown.again();
    for (const { uri } of documents.all()) diagnostics.schedule(uri);
    if (abilities.lensRefresh) refresh(CodeLensRefreshRequest.method);
    if (abilities.hintRefresh) refresh(InlayHintRefreshRequest.method);
  };
  const refresh = (method: string): void =>
    guard.background('refreshing', connection.sendRequest(method).then(ignore));

  connection.onNotification(notifications.fileShown.method, ({ file }: { file: string }) => shown.show(file));
  connection.onNotification(notifications.fileClosed.method, ({ file }: { file: string }) =>
    shown.close(file),
  );
  connection.onShutdown(async () => {
    diagnostics.stop();
    shown.stop();
    watch.stopAll();
    files.clear();
    await Promise.all([worker.stop(), nativeHost.dispose(), store.dispose()]);
  });
  documents.onDidChangeContent(({ document }) => diagnostics.schedule(document.uri));
  documents.onDidClose(({ document }) => {
    rollouts.forget(document.uri);
    diagnostics.clear(document.uri);
  });

  registerWholeDocument({ ...host, abilities: () => abilities });
  registerAtPosition({ ...host, abilities: () => abilities });
  registerRequests({ ...host, profileFor: (uri, wanted) => runs.profileFor(uri, wanted) });
  registerOpenText(host);
  registerRewards({ ...host, runs });
  registerStore({ ...host, sets, choices });
  registerRetrieval({ ...host, retrieval: new RetrievalClient(nativeHost) });
  documents.listen(connection);
  connection.listen();
}

function ignore(): void {
  // Only that it came to an end matters.
}
