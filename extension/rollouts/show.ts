import type * as vscode from 'vscode';
import type { RolloutsView } from '../../core/protocol/panels/rollouts';
import type { App } from '../app';
import type { PanelKind } from '../panels/kind';
import type { Panels } from '../panels/panels';
import { isFolder } from '../rewards/follow';
import { VIEW_TYPE, type RolloutsEditors } from './editors';
import type { OpenEditors } from './open-editors';
import { subjectOf } from './subject';
import type { Wish } from './target';

/** Shows a set of files as a table: where it is shown already, in a custom editor for one file, else in a panel. */
export type ShowRollouts = (uris: readonly vscode.Uri[], wish: Wish) => Promise<void>;

export function showRollouts(
  app: App,
  panels: Panels,
  kind: PanelKind<RolloutsView>,
  open: OpenEditors,
  editors: RolloutsEditors,
): ShowRollouts {
  return async (uris, wish) => {
    const known = open.of(uris.map(String));
    if (known) {
      open.wanted(known);
      known.ask(wish);
      known.panel.reveal();
      return;
    }
    const [first, ...others] = uris;
    if (first && others.length === 0 && !(await isFolder(first))) {
      await editors.during(first, wish, () => app.commands.builtIn('vscode.openWith', first, VIEW_TYPE));
    } else {
      panels.show(kind, subjectOf(uris, wish));
    }
  };
}
