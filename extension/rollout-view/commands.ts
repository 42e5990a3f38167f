import * as vscode from 'vscode';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import { requests } from '../../core/protocol/server';
import type { App } from '../app';
import { offerRecords } from '../records/raw-menu';
import type { RecordDocuments } from '../records/record-documents';
import { activeUri } from '../common/active-editor';
import { UserError } from '../common/errors';
import { plainLabel } from '../common/plain-label';
import { addressOf, baseName, fileOf } from './address';
import { addressIn, BRIEFLY, nothingOpen, placeAtCursor } from './at-cursor';
import type { RolloutContent } from './content';
import { nextRollout, previousRollout, type RolloutLister } from './neighbour';
import { pickRollout } from './pick';
import { showRolloutAt } from './show';

/** The commands that open rollouts and move among them. */
export function registerRolloutCommands(app: App, content: RolloutContent, records: RecordDocuments): void {
  const { commands, life, server } = app;

  life.add(
    commands.register('tracehop.openRollout', vscode.l10n.t('Open Rollout'), async (target) => {
      if (target && 'index' in target) return showRolloutAt(app, content, target);
      const uri = target ?? activeUri();
      if (!uri) throw nothingOpen();
      const place = await placeAtCursor(app, uri);
      if (place) await showRolloutAt(app, content, addressIn(place), place.offset);
      else await pickAndShow(app, content, records, uri, undefined);
    }),
  );
  life.add(
    commands.register('tracehop.pickRollout', vscode.l10n.t('Go to Rollout'), async (target, record) => {
      const uri = target ?? activeUri();
      if (!uri) throw nothingOpen();
      await pickAndShow(app, content, records, uri, typeof record === 'number' ? record : undefined);
    }),
  );

  const step = async (
    find: (server: RolloutLister, from: RolloutAddress) => Promise<RolloutAddress | null>,
    end: (file: string) => string,
  ) => {
    const current = currentRollout().address;
    const found = await find(server, current);
    if (found) await showRolloutAt(app, content, found);
    else vscode.window.setStatusBarMessage(plainLabel(end(baseName(fileOf(current))), 160), BRIEFLY);
  };
  life.add(
    commands.register('tracehop.nextRollout', vscode.l10n.t('Next Rollout'), () =>
      step(nextRollout, (file) => vscode.l10n.t('This is the last rollout of {0}', file)),
    ),
  );
  life.add(
    commands.register('tracehop.previousRollout', vscode.l10n.t('Previous Rollout'), () =>
      step(previousRollout, (file) => vscode.l10n.t('This is the first rollout of {0}', file)),
    ),
  );
  life.add(
    commands.register('tracehop.revealInSource', vscode.l10n.t('Reveal in Source'), async () => {
      const { address, editor } = currentRollout();
      const offset = content.offsetAt(editor.document, editor.selection.active);
      const { position } = await server.request(requests.sourcePlace, { ...address, offset });
      const place = new vscode.Position(position.line, position.character);
      // Unlike `showTextDocument`, this also opens files that are too large for the extension host.
      await commands.builtIn('vscode.open', fileOf(address), { selection: new vscode.Range(place, place) });
    }),
  );
}

/**
 * Opens what the user picks. Rollouts that are text files of their own are opened as they are; of a file in which no
 * rollout was recognised its records are offered.
 */
async function pickAndShow(
  app: App,
  content: RolloutContent,
  records: RecordDocuments,
  uri: vscode.Uri,
  from: number | undefined,
): Promise<void> {
  const current = addressOf(uri);
  const file = current ? fileOf(current) : uri;
  if (file.path.endsWith('.rollout')) return app.commands.builtIn('vscode.open', file);
  const description = await app.server.request(requests.describeFile, { file: file.toString() });
  if (description.holds === 'records') return offerRecords(app, records, file, description);
  const options = { ...(from === undefined ? {} : { from }), ...(current ? { current } : {}) };
  const address = await pickRollout(app, file, options);
  if (address) await showRolloutAt(app, content, address);
}

function currentRollout(): { address: RolloutAddress; editor: vscode.TextEditor } {
  const editor = vscode.window.activeTextEditor;
  const address = editor ? addressOf(editor.document.uri) : null;
  if (!editor || !address) throw new UserError(vscode.l10n.t('Open a rollout first.'));
  return { address, editor };
}
