import * as vscode from 'vscode';
import type { ReplayView } from '../../core/protocol/panels/replay';
import { addressKey, rolloutName } from '../../core/protocol/rollout-uri';
import { requests } from '../../core/protocol/server';
import type { PanelKind } from '../panels/kind';
import { buildIndex } from './build-index';
import { chooseIndex } from './choose-index';
import type { CurrentIndex } from './current-index';
import { readSubject } from './subject';

/** The panel in which a search is replayed: one a rollout. */
export function replayPanel(current: CurrentIndex): PanelKind<ReplayView> {
  return {
    view: 'replay',
    title: ({ rollout }) => vscode.l10n.t('Replay {0}', rolloutName(rollout)),
    key: ({ rollout }) => addressKey(rollout),
    readSubject,
    handlers(app, panel) {
      panel.life.add(current.onDidChange(() => panel.tell('replay/indexChanged', null)));
      return {
        'replay/run': async ({ turn, query, text, topK }, { signal }) => {
          const { path: index } = current;
          if (index === undefined) return { kind: 'no index' };
          current.requireOpenable(index);
          const { rollout } = panel.subject;
          const params = { file: rollout.file, rollout, turn, query, text, topK, index, engine: 'bm25' };
          return {
            kind: 'replayed',
            replay: await app.server.request(requests.replaySearch, params, signal),
          };
        },
        'replay/chooseIndex': async () => {
          await app.report.command(vscode.l10n.t('Choose Index'), () => chooseIndex(app, current));
        },
        'replay/buildIndex': async () => {
          await app.report.command(vscode.l10n.t('Build Index'), () => buildIndex(app, current));
        },
      };
    },
  };
}
