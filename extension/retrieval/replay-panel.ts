import type { ReplayView } from '../../core/protocol/panels/replay';
import type { QueryPlace } from '../../core/protocol/retrieval';
import { requests } from '../../core/protocol/server';
import * as vscode from 'vscode';
import type { PanelKind } from '../panels/kind';
import { baseName, fileOf } from '../rollout-view/address';
import { buildIndex } from './build-index';
import { chooseIndex } from './choose-index';
import type { CurrentIndex } from './current-index';

/** The panel in which a search is replayed: one a rollout. */
export function replayPanel(current: CurrentIndex): PanelKind<ReplayView> {
  return {
    view: 'replay',
    title: ({ rollout }) => vscode.l10n.t('Replay {0}', nameOf(rollout)),
    key: ({ rollout }) => `${rollout.file}#${rollout.index}.${rollout.sample}`,
    readSubject,
    handlers(app, panel) {
      panel.life.add(current.onDidChange(() => panel.tell('replay/indexChanged', null)));
      return {
        'replay/run': async ({ turn, query, text, topK }, { signal }) => {
          const { path: index } = current;
          if (index === undefined) return { kind: 'no index' };
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

function nameOf(rollout: QueryPlace['rollout']): string {
  return `${baseName(fileOf(rollout))}#${rollout.index}`;
}

function readSubject(value: unknown): QueryPlace | null {
  if (typeof value !== 'object' || value === null) return null;
  const { rollout, turn, query } = value as Partial<QueryPlace>;
  const isAddress =
    typeof rollout?.file === 'string' && Number.isInteger(rollout.index) && Number.isInteger(rollout.sample);
  return isAddress && Number.isInteger(turn) && Number.isInteger(query) ? (value as QueryPlace) : null;
}
