import * as vscode from 'vscode';
import { requests } from '../../core/protocol/server';
import type { App } from '../app';
import { UserError } from '../common/errors';
import type { Panels } from '../panels/panels';
import { addressOf } from '../rollout-view/address';
import type { RolloutContent } from '../rollout-view/content';
import { buildIndex } from './build-index';
import { chooseIndex } from './choose-index';
import { CurrentIndex } from './current-index';
import { replayPanel } from './replay-panel';

/** Indexes, and searches replayed on them. */
export function registerRetrieval(app: App, content: RolloutContent, panels: Panels): void {
  const { commands, life, server } = app;
  const current = new CurrentIndex(app);
  const kind = replayPanel(current);
  panels.register(kind);

  life.add(
    commands.register('tracehop.replaySearch', vscode.l10n.t('Replay Search'), async (target, at) => {
      const { rollout, offset } =
        target && at !== undefined ? { rollout: target, offset: at } : atCursor(content);
      const place = await server.request(requests.queryPlace, { ...rollout, offset });
      if (!place) throw new UserError(vscode.l10n.t('This rollout has no search to replay.'));
      panels.show(kind, place);
    }),
  );
  life.add(
    commands.register('tracehop.buildIndex', vscode.l10n.t('Build Index'), async (corpus) => {
      await buildIndex(app, current, corpus);
    }),
  );
  life.add(
    commands.register('tracehop.chooseIndex', vscode.l10n.t('Choose Index'), () => chooseIndex(app, current)),
  );
}

function atCursor(content: RolloutContent) {
  const editor = vscode.window.activeTextEditor;
  const rollout = editor ? addressOf(editor.document.uri) : null;
  if (!editor || !rollout) throw new UserError(vscode.l10n.t('Open a rollout first.'));
  return { rollout, offset: content.offsetAt(editor.document, editor.selection.active) };
}
