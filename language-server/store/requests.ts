import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { WithProgress } from '../../core/protocol/progress';
import { requests, type RequestName } from '../../core/protocol/server';
import {
  type LocateParams,
  MOST_ROWS,
  type PageParams,
  type StorePage,
  type StoreSelection,
  type StoreState,
} from '../../core/protocol/store';
import type { FileChoices } from '../../core/store/file-choices';
import type { StoreMethods } from '../../core/store/service';
import type { Guard } from '../host/guard';
import { progressTo } from '../host/progress';
import { withSignal } from '../host/signals';
import { pathOf } from '../host/uris';
import { uriOf } from '../rewards/selection';
import { firstRows } from './first-rows';
import type { OpenSets } from './open-sets';

/** What requests about tables share. */
export interface StoreHost {
  readonly connection: Connection;
  readonly guard: Guard;
  readonly sets: OpenSets;
  readonly choices: (paths: readonly string[]) => Promise<FileChoices>;
}

/** Registers the requests that the store answers. */
export function registerStore(host: StoreHost): void {
  const { connection, guard, sets } = host;
  const { storeOpen, storeFirst, storePage, storeLocate } = requests;
  connection.onRequest(storeOpen.method, (params: StoreSelection & WithProgress, token: CancellationToken) =>
    guard.respond(storeOpen.method, () =>
      withSignal(token, (signal) => {
        const tell = progressTo(host, storeOpen, params);
        return sets.hold(params, (state) => tell(stateWithUris(state, params.paths)), signal);
      }),
    ),
  );
  connection.onRequest(
    storeFirst.method,
    ({ paths, count }: StoreSelection & { readonly count: number }, token: CancellationToken) =>
      guard.respond(storeFirst.method, () =>
        withSignal(token, async (signal) =>
          firstRows({ paths }, Math.min(count, MOST_ROWS), await host.choices(paths), signal),
        ),
      ),
  );
  connection.onRequest(storePage.method, (params: StoreSelection & PageParams, token: CancellationToken) =>
    guard.respond(storePage.method, () =>
      withSignal(token, async (signal) => {
        const { paths, ...wanted } = params;
        return withUris(await sets.ask('page', { paths }, wanted, { signal }), paths);
      }),
    ),
  );
  connection.onRequest(
    storeLocate.method,
    ({ paths, ...wanted }: StoreSelection & LocateParams, token: CancellationToken) =>
      guard.respond(storeLocate.method, () =>
        withSignal(token, (signal) =>
          sets.ask('locate', { paths }, { ...wanted, file: pathOf(wanted.file) }, { signal }),
        ),
      ),
  );
  pass(host, requests.storeValues, 'values');
  pass(host, requests.storeGroups, 'groups');
  pass(host, requests.storeSummary, 'summary');
  pass(host, requests.storeSearch, 'search');
  pass(host, requests.storeSql, 'sql');
  pass(host, requests.storeStop, 'stop');
  pass(host, requests.storeResume, 'resume');
}

/** A request that goes to the store as it is. */
function pass<Method extends Exclude<keyof StoreMethods, 'open'>>(
  host: StoreHost,
  name: RequestName<
    StoreSelection & Omit<StoreMethods[Method]['params'], 'set'>,
    StoreMethods[Method]['result'],
    StoreMethods[Method]['progress']
  >,
  method: Method,
): void {
  const { connection, guard, sets } = host;
  connection.onRequest(
    name.method,
    (
      params: StoreSelection & Omit<StoreMethods[Method]['params'], 'set'> & WithProgress,
      token: CancellationToken,
    ) =>
      guard.respond(name.method, () =>
        withSignal(token, (signal) => {
          const { paths, progressToken, ...wanted } = params;
          const onProgress = progressTo(host, name, progressToken === undefined ? {} : { progressToken });
          return sets.ask(method, { paths }, wanted as never, { signal, onProgress });
        }),
      ),
  );
}

/** The store knows paths; editors know the addresses by which they open files. */
function withUris(page: StorePage, paths: readonly string[]): StorePage {
  const files = Object.entries(page.files).map(([number, path]) => [number, uriOf(path, paths)] as const);
  return { ...page, files: Object.fromEntries(files) };
}

function stateWithUris(state: StoreState, paths: readonly string[]): StoreState {
  const problems = state.problems.map(({ file, message }) => ({
    file: file === null ? null : uriOf(file, paths),
    message,
  }));
  return { ...state, problems };
}
