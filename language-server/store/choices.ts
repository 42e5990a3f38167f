import type { FileChoices } from '../../core/store/file-choices';
import { knownChoice } from '../../core/config/known-choice';
import type { ConfigStore } from '../config/config-store';
import type { Log } from '../host/log';
import { toldTo } from '../host/open-options';
import type { SettingsStore } from '../host/settings';

/** How the files of a selection are opened: the settings of the first path, and every `tracehop.yml` of the workspace. */
export async function choicesFor(
  paths: readonly string[],
  settings: SettingsStore,
  configs: ConfigStore,
  log: Log,
): Promise<FileChoices> {
  const { findings, dialect, container, dialects, containers, rewards } = await settings.of(paths[0] ?? '');
  // The store opens the files, and has no log that people read.
  const told = toldTo(log);
  for (const id of [dialect, ...Object.values(dialects)]) knownChoice({ dialect: id }, told);
  for (const id of [container, ...Object.values(containers)]) knownChoice({ container: id }, told);
  return {
    severities: findings.severity,
    ...{ dialect, container, dialects, containers },
    configs: await configs.all(),
    profile: rewards.profile,
  };
}
