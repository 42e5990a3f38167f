import { join } from 'node:path';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { redirectConsole } from './host/console';
import { describeError } from './host/log';
import { start } from './start';

redirectConsole(console, (line) => process.stderr.write(line));
const connection = createConnection(ProposedFeatures.all);
process.on('unhandledRejection', (error) => connection.console.error(`unhandled: ${describeError(error)}`));
start(connection, {
  workerScript: join(__dirname, 'worker.js'),
  hostScript: join(__dirname, 'host.js'),
  storeScripts: { store: join(__dirname, 'store.js'), worker: join(__dirname, 'store-worker.js') },
});
