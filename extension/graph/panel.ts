import * as vscode from 'vscode';
import type { GraphView } from '../../core/protocol/panels/graph';
import { rolloutName } from '../../core/protocol/rollout-uri';
import { requests } from '../../core/protocol/server';
import type { PanelKind } from '../panels/kind';
import { fileOf, sameUri } from '../rollout-view/address';
import { readSubject } from './subject';

/**
 * The panel that draws a rollout as a graph. There is one, which shows the last rollout that was asked for. `changed`
 * tells of a file that changed, or of all where what they are read as did.
 */
export function graphPanel(changed: vscode.Event<vscode.Uri | undefined>): PanelKind<GraphView> {
  return {
    view: 'graph',
    title: ({ rollout }) => vscode.l10n.t('Graph {0}', rolloutName(rollout)),
    key: () => 'graph',
    readSubject,
    handlers(app, panel) {
      panel.life.add(
        changed((file) => {
          if (!file || sameUri(file, fileOf(panel.subject.rollout))) panel.tell('graph/changed', null);
        }),
      );
      return {
        'graph/load': ({ documents }, { signal }) => {
          const params = { ...panel.subject.rollout, ...(documents === null ? {} : { documents }) };
          return app.server.request(requests.rolloutGraph, params, signal);
        },
      };
    },
  };
}
