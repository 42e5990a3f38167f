import * as vscode from 'vscode';
import { settingDefaults, type SettingName, type SettingValues } from './settings-defaults';

/** Reads a setting as it holds for a file, or for the machine, each time it is used: nothing is kept. */
export function setting<K extends SettingName>(name: K, scope?: vscode.Uri): SettingValues[K] {
  return vscode.workspace.getConfiguration('tracehop', scope).get(name, settingDefaults[name]);
}

/** Whether a change of the settings touches one of these. */
export function changes(event: vscode.ConfigurationChangeEvent, ...names: readonly SettingName[]): boolean {
  return names.some((name) => event.affectsConfiguration(`tracehop.${name}`));
}
