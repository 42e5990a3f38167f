import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { OpenTextParams } from '../../core/protocol/records';
import { notifications, requests } from '../../core/protocol/server';
import type { FileCache } from '../files/file-cache';
import type { Guard } from '../host/guard';
import { withSignal } from '../host/signals';
import { describe } from '../requests/describe-file';

/** What texts in memory need. */
interface TextHost {
  readonly connection: Connection;
  readonly files: FileCache;
  readonly guard: Guard;
}

/** Registers the opening of texts that stand in no file. */
export function registerOpenText({ connection, files, guard }: TextHost): void {
  const { method } = requests.openText;
  connection.onRequest(method, ({ file, text }: OpenTextParams, token: CancellationToken) =>
    guard.respond(method, () =>
      withSignal(token, async (signal) => {
        files.memory.set(file, text);
        return files.use(file, (handle) => describe(handle, file, signal));
      }),
    ),
  );
  connection.onNotification(notifications.textClosed.method, ({ file }: { file: string }) =>
    files.memory.delete(file),
  );
}
