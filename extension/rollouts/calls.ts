import * as vscode from 'vscode';
import type { Handlers } from '../../core/protocol/panels/channel';
import type { RolloutsView } from '../../core/protocol/panels/rollouts';
import { requests } from '../../core/protocol/server';
import { PAGE_ROWS } from '../../core/protocol/store';
import type { App } from '../app';
import type { Panel } from '../panels/panel';
import { keepColumns, keptColumns } from './column-choice';
import { copyLink } from './copy-link';
import { holdOpen } from './hold-open';
import type { OpenEditors } from './open-editors';
import { ReadAhead } from './read-ahead';
import { openText, revealInFile } from './reveal-in-file';

/** What answers the page: the language server, for most. */
export function callsOf(
  app: App,
  panel: Panel<RolloutsView>,
  open: OpenEditors,
): Handlers<RolloutsView['toHost']> {
  const { server, report, context } = app;
  const editor = open.add(panel);
  const set = (): { readonly paths: readonly string[] } => ({ paths: panel.subject.paths });
  const first = panel.life.add(
    new ReadAhead((signal) => server.request(requests.storeFirst, { ...set(), count: PAGE_ROWS }, signal)),
  );
  return {
    'rollouts/open': (_, { signal, progress }) => {
      editor.listens(signal);
      return holdOpen(server, set(), signal, (state) => {
        progress(state);
        open.told(editor, state);
      });
    },
    'rollouts/first': (_, { signal }) => first.take(signal),
    'rollouts/page': (params, { signal }) =>
      server.request(requests.storePage, { ...params, ...set() }, signal),
    'rollouts/locate': (params, { signal }) =>
      server.request(requests.storeLocate, { ...params, ...set() }, signal),
    'rollouts/values': (params, { signal }) =>
      server.request(requests.storeValues, { ...params, ...set() }, signal),
    'rollouts/groups': (params, { signal }) =>
      server.request(requests.storeGroups, { ...params, ...set() }, signal),
    'rollouts/search': (params, { signal, progress }) =>
      server.request(requests.storeSearch, { ...params, ...set() }, signal, { onProgress: progress }),
    'rollouts/sql': (params, { signal }) =>
      server.request(requests.storeSql, { ...params, ...set() }, signal),
    'rollouts/stop': (_, { signal }) => server.request(requests.storeStop, set(), signal),
    'rollouts/resume': (_, { signal }) => server.request(requests.storeResume, set(), signal),
    'rollouts/detail': (rollout, { signal }) => server.request(requests.rolloutDetail, rollout, signal),
    'rollouts/raw': (params, { signal }) => server.request(requests.rawRecord, params, signal),
    // Why these do not work is told in a notice: the place that was clicked has no room for a sentence.
    'rollouts/openText': async (rollout) => {
      await report.command(vscode.l10n.t('Open Rollout'), () => openText(app, panel.column, rollout));
    },
    'rollouts/revealInFile': async ({ offset, ...rollout }) => {
      await report.command(vscode.l10n.t('Reveal in File'), () =>
        revealInFile(app, panel.column, rollout, offset),
      );
    },
    'rollouts/copyLink': async ({ rollout, filter }) => {
      await report.command(vscode.l10n.t('Copy Link'), () => copyLink(set().paths, rollout, filter));
    },
    'rollouts/columns': () => Promise.resolve(keptColumns(context.globalState)),
    'rollouts/keepColumns': (choice) => keepColumns(context.globalState, choice),
  };
}
