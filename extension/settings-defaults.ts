import type { Prices } from '../core/agent/cost';
import type { Settings } from '../core/protocol/server';

/** Every setting by its name after `tracehop.`. */
export interface SettingValues {
  dialect: Settings['dialect'];
  container: Settings['container'];
  dialects: Settings['dialects'];
  containers: Settings['containers'];
  'findings.severity': Settings['findings']['severity'];
  'codeLens.enabled': boolean;
  'inlayHints.enabled': boolean;
  'rewards.profile': Settings['rewards']['profile'];
  /** Path of the interpreter that jobs run with, or its name on the PATH. */
  'training.python': string;
  'trace.server': 'messages' | 'verbose';
  'model.baseUrl': string;
  'model.name': string;
  /** Tokens. */
  'model.maxTokens': number;
  'model.prices': Prices;
}

export type SettingName = keyof SettingValues;

/** What holds where the user says nothing; the manifest says the same. */
export const settingDefaults: Readonly<SettingValues> = {
  dialect: 'auto',
  container: 'auto',
  dialects: {},
  containers: {},
  'findings.severity': {},
  'codeLens.enabled': true,
  'inlayHints.enabled': true,
  'rewards.profile': 'auto',
  'training.python': 'python3',
  'trace.server': 'messages',
  'model.baseUrl': '',
  'model.name': '',
  'model.maxTokens': 4000,
  'model.prices': {},
};
