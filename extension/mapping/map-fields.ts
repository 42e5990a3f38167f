import * as vscode from 'vscode';
import type { WrittenFields } from '../../core/containers/fields/field-map';
import { requests } from '../../core/protocol/server';
import type { App } from '../app';
import { activeUri } from '../common/active-editor';
import { UserError } from '../common/errors';
import { linkless } from '../common/linkless';
import { plainLabel } from '../common/plain-label';
import { pickStep } from '../common/step-pick';
import { unmarked } from '../common/unmarked';
import { addressOf, baseName, fileOf } from '../rollout-view/address';
import { askFields } from './ask-fields';
import { Previews } from './preview';
import { roleSteps } from './roles';
import { configOf, saveFields } from './save-fields';

/** `mapFields`: asks which field is what, shows the rollout that comes of it, and keeps the map in `tracehop.yml`. */
export function registerMapFields(app: App): void {
  const previews = new Previews(app);
  app.life.add(
    app.commands.register('tracehop.mapFields', vscode.l10n.t('Map Fields'), async (target) => {
      const uri = target ?? activeUri();
      const address = uri && addressOf(uri);
      const file = address ? fileOf(address) : uri;
      if (file?.scheme !== 'file') throw new UserError(vscode.l10n.t('Open a file of records first.'));
      configOf(file);
      await mapFields(app, previews, file);
    }),
  );
}

async function mapFields(app: App, previews: Previews, file: vscode.Uri): Promise<void> {
  const name = baseName(file);
  const samples = await app.server.request(requests.fieldSamples, { file: file.toString() });
  let fields = await askFields(name, samples);
  let shown: vscode.Uri | undefined;
  try {
    for (;;) {
      const { text, said } = await previewOf(app, file, fields);
      if (text !== null) shown = await previews.show(name, text);
      if (await confirmed(name, said, text !== null)) break;
      fields = await askFields(
        name,
        { ...samples, guesses: fields },
        text === null ? 0 : roleSteps().length - 1,
      );
    }
  } finally {
    if (shown) await previews.close(shown);
  }
  await saveFields(file, fields);
  app.report.start('saved map', () => tellSaved(app, file));
}

/** What a map makes of the file; `text` is null where it finds no rollout, and `said` says why. */
async function previewOf(
  app: App,
  file: vscode.Uri,
  fields: WrittenFields,
): Promise<{ readonly text: string | null; readonly said: string }> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Reading {0} by this map', plainLabel(baseName(file))),
    cancellable: true,
  };
  try {
    const { text, records, rollouts, losses } = await vscode.window.withProgress(
      options,
      (_progress, token) =>
        app.server.request(requests.previewMapping, { file: file.toString(), fields }, token),
    );
    const found = vscode.l10n.t('{0} rollouts in the first {1} records', rollouts, records);
    return { text, said: [found, ...losses].join(' · ') };
  } catch (error) {
    if (error instanceof UserError) return { text: null, said: error.message };
    throw error;
  }
}

/** Whether the map is to be kept; false to change it. */
async function confirmed(name: string, said: string, found: boolean): Promise<boolean> {
  const save = {
    label: `$(save) ${vscode.l10n.t('Save in tracehop.yml')}`,
    detail: plainLabel(unmarked(said), 300),
  };
  const change = {
    label: `$(edit) ${vscode.l10n.t('Change fields')}`,
    ...(found ? {} : { detail: plainLabel(unmarked(said), 300) }),
  };
  const answer = await pickStep({
    title: vscode.l10n.t('Map Fields of {0}: Preview', plainLabel(name, 60)),
    placeholder: found
      ? vscode.l10n.t('The first rollout is shown beside. Escape keeps nothing.')
      : vscode.l10n.t('With these fields no rollout was found'),
    items: found ? [save, change] : [change],
    back: true,
  });
  return answer === save;
}

async function tellSaved(app: App, file: vscode.Uri): Promise<void> {
  const open = vscode.l10n.t('Open Rollout');
  const show = vscode.l10n.t('Show tracehop.yml');
  const message = vscode.l10n.t('The fields of {0} are kept in tracehop.yml.', baseName(file));
  const action = await vscode.window.showInformationMessage(linkless(message), open, show);
  if (action === open) await vscode.commands.executeCommand('tracehop.openRollout', file);
  if (action === show) await app.commands.builtIn('vscode.open', configOf(file));
}
