import * as vscode from 'vscode';
import type { App } from './app';
import { Commands } from './commands/commands';
import { ContextKeys } from './common/context-keys';
import { DisposableStore } from './common/disposable-store';
import { Reporter } from './common/reporter';
import { registerOpenClipboard } from './clipboard/open-clipboard';
import { FolderConfigs } from './config/folder-configs';
import { ShownConfigs } from './config/shown-configs';
import { registerDescribeFile } from './describe/describe-file';
import { registerViewAsRollout } from './describe/view-as-rollout';
import { registerExplain } from './explain/register';
import { registerFindingHelp } from './findings/help';
import { registerGraph } from './graph/register';
import { registerRecordHover } from './json-text/hover';
import { RecordLenses } from './json-text/record-lenses';
import { RolloutFiles } from './json-text/rollout-files';
import { SearchLenses } from './json-text/search-lenses';
import { ShownFiles } from './json-text/shown-files';
import { registerMapFields } from './mapping/map-fields';
import { Panels } from './panels/panels';
import { RecordDocuments } from './records/record-documents';
import { registerRetrieval } from './retrieval/register';
import { registerRewards } from './rewards/register';
import { registerRollouts } from './rollouts/register';
import { registerRolloutCommands } from './rollout-view/commands';
import { RolloutContent } from './rollout-view/content';
import { registerRuns } from './runs/register';
import { registerShowDocuments } from './search/show-documents';
import { registerServer } from './server/commands';
import { Server, type Health } from './server/server';
import { ActiveFile } from './status/active-file';
import { StatusItems } from './status/status-items';
import { registerTraining } from './training/register';

/** What other extensions, and tests, may ask of this one. */
export interface Api {
  /** Milliseconds that activation took. */
  readonly activationTime: number;
  /** Process id of the language server, or null while none runs. */
  serverProcess(): number | null;
  serverHealth(): Health;
}

/** Registers everything; the server and the client library are loaded when they are first needed. */
export function activate(context: vscode.ExtensionContext): Api {
  const since = performance.now();
  const app = createApp(context);
  const files = new RolloutFiles(app, new FolderConfigs(app));
  const content = new RolloutContent(app);
  const active = new ActiveFile(app, files);
  const panels = new Panels(app, content);

  registerServer(app);
  registerRolloutCommands(app, content, new RecordDocuments(app));
  registerOpenClipboard(app, content);
  registerMapFields(app);
  registerShowDocuments(app, content);
  registerRetrieval(app, content, panels);
  registerRewards(app, panels);
  registerRuns(app, registerRollouts(app, panels));
  registerGraph(app, panels);
  registerTraining(app, panels);
  registerDescribeFile(app, files);
  registerViewAsRollout(app);
  registerFindingHelp(app);
  registerExplain(app, panels);
  registerRecordHover(app, files);
  new RecordLenses(app, files, new SearchLenses(app, files));
  new ShownFiles(app, files);
  new ShownConfigs(app);
  new StatusItems(app, active);

  const activationTime = performance.now() - since;
  app.log.info(`activated in ${activationTime.toFixed(1)} ms`);
  return {
    activationTime,
    serverProcess: () => app.server.process,
    serverHealth: () => app.server.health,
  };
}

function createApp(context: vscode.ExtensionContext): App {
  const life = new DisposableStore();
  const log = life.add(vscode.window.createOutputChannel('Tracehop', { log: true }));
  const report = new Reporter(log, () => log.show());
  const commands = new Commands(report);
  const contextKeys = life.add(new ContextKeys(report));
  const module = vscode.Uri.joinPath(context.extensionUri, 'dist', 'server.js').fsPath;
  const server = life.add(new Server(module, context.globalStorageUri.fsPath, log, report));
  context.subscriptions.push(life);
  return { context, log, report, commands, contextKeys, server, life };
}
