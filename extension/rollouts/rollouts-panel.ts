import * as vscode from 'vscode';
import type { RolloutsView } from '../../core/protocol/panels/rollouts';
import type { PanelKind } from '../panels/kind';
import { callsOf } from './calls';
import type { OpenEditors } from './open-editors';
import { readSubject } from './read-subject';
import { keyOf } from './target';

/** The table of the rollouts of a set: a custom editor of one file, a panel over several. */
export function rolloutsPanel(open: OpenEditors): PanelKind<RolloutsView> {
  return {
    view: 'rollouts',
    title: ({ name }) => vscode.l10n.t('Rollouts of {0}', name),
    key: ({ paths }) => keyOf(paths),
    readSubject,
    handlers: (app, panel) => callsOf(app, panel, open),
  };
}
