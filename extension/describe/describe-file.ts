import * as vscode from 'vscode';
import { CONFIG_NAME } from '../../core/config/config-name';
import { requests, type FileDescription, type Guess } from '../../core/protocol/server';
import type { App } from '../app';
import { activeUri } from '../common/active-editor';
import { UserError } from '../common/errors';
import { plainLabel } from '../common/plain-label';
import { unmarked } from '../common/unmarked';
import type { RolloutFiles } from '../json-text/rollout-files';
import { addressOf, baseName, fileOf } from '../rollout-view/address';
import { DETECT } from './choices';
import { lossItems } from './losses';
import { chosenFor, override, type Overridable } from './override';

interface GuessItem extends vscode.QuickPickItem {
  readonly choice?: { readonly setting: Overridable; readonly value: string };
  /** Whether fields are to be mapped instead. */
  readonly map?: boolean;
}

/** `describeFile`: what the file was taken for and why; picking something else writes a setting for this file. */
export function registerDescribeFile(app: App, files: RolloutFiles): void {
  const title = vscode.l10n.t('Describe File');
  app.life.add(
    app.commands.register('tracehop.describeFile', title, async (target) => {
      const uri = target ?? activeUri();
      if (!uri) throw new UserError(vscode.l10n.t('Open a file that holds rollouts first.'));
      const address = addressOf(uri);
      const file = address ? fileOf(address) : uri;
      const description = await files.describe(file);
      const losses = app.report.quietly('losses', null, () =>
        app.server.request(requests.fileLosses, { file: file.toString() }),
      );
      const shown: GuessItem[] = [...items(description, file), ...lossItems(await losses)];
      const item = await vscode.window.showQuickPick(shown, {
        title: titleOf(description, file),
        placeHolder: vscode.l10n.t('Choose another to take this file for it from now on'),
        matchOnDetail: true,
      });
      if (item?.map) await vscode.commands.executeCommand('tracehop.mapFields', file);
      if (item?.choice)
        await override(file, item.choice.setting, item.choice.value, configured(description, item.choice));
    }),
  );
}

function titleOf({ none, size }: FileDescription, file: vscode.Uri): string {
  const name = vscode.l10n.t('{0}, {1}', baseName(file), sizeText(size));
  return none === null ? name : vscode.l10n.t('{0}: no rollouts. {1}', name, plainLabel(unmarked(none), 160));
}

function items(description: FileDescription, file: vscode.Uri): GuessItem[] {
  const { container, otherContainers, dialect, otherDialects, configured } = description;
  return [
    ...section(
      'container',
      vscode.l10n.t('Container'),
      container,
      otherContainers,
      file,
      configured.container,
    ),
    ...(description.holds === 'records' || container.id === 'json' || container.id === 'mapped'
      ? [mapItem()]
      : []),
    ...section('dialect', vscode.l10n.t('Dialect'), dialect, otherDialects, file, configured.dialect),
  ];
}

function section(
  name: Overridable,
  title: string,
  chosen: Guess,
  others: readonly Guess[],
  file: vscode.Uri,
  inConfig: boolean,
): GuessItem[] {
  const fixed = chosenFor(file, name) ?? (inConfig ? CONFIG_NAME : null);
  const item = (guess: Guess, taken: boolean): GuessItem => ({
    label: `$(${taken ? 'check' : 'blank'}) ${guess.title}`,
    description: guess.id,
    detail: plainLabel(unmarked(guess.because), 160),
    ...(taken ? {} : { choice: { setting: name, value: guess.id } }),
  });
  return [
    { label: title, kind: vscode.QuickPickItemKind.Separator },
    item(chosen, true),
    ...others.map((guess) => item(guess, false)),
    ...(fixed !== null
      ? [
          {
            label: `$(discard) ${vscode.l10n.t('Detect it again')}`,
            detail: inConfig
              ? vscode.l10n.t('{0} says what it is.', CONFIG_NAME)
              : vscode.l10n.t('The settings say {0}.', fixed),
            choice: { setting: name, value: DETECT },
          },
        ]
      : []),
  ];
}

function mapItem(): GuessItem {
  return {
    label: `$(symbol-field) ${vscode.l10n.t('Map fields...')}`,
    detail: vscode.l10n.t('Say which field of a record holds the text, the question and the rest'),
    map: true,
  };
}

/** Whether `tracehop.yml` says of a file what is to be chosen otherwise. */
function configured({ configured }: FileDescription, { setting }: NonNullable<GuessItem['choice']>): boolean {
  return configured[setting];
}

/** Bytes in the unit a reader would use. */
export function sizeText(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(vscode.env.language, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** power);
}
