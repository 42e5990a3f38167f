import type { FileChoices } from '../../core/store/file-choices';
import type { ConfigStore } from '../config/config-store';
import type { SettingsStore } from '../host/settings';

/** How the files of a selection are opened: the settings of the first path, and every `tracehop.yml` of the workspace. */
export async function choicesFor(
  paths: readonly string[],
  settings: SettingsStore,
  configs: ConfigStore,
): Promise<FileChoices> {
  const { findings, dialect, container, dialects, containers, rewards } = await settings.of(paths[0] ?? '');
  return {
    severities: findings.severity,
    ...{ dialect, container, dialects, containers },
    configs: await configs.all(),
    profile: rewards.profile,
  };
}
