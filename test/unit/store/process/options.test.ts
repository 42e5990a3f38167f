import { expect, it } from 'vitest';
import type { FileChoices } from '../../../../core/store/file-choices';
import { optionsOf } from '../../../../core/store/process/options';
import { optionsFrom } from '../../../../language-server/host/open-options';
import { DEFAULT_SETTINGS } from '../../../../language-server/host/settings';

const quiet = { error: () => undefined, info: () => undefined, warn: () => undefined };

it.each([
  { dialect: 'no-such', container: 'nor-this' },
  { dialect: 'search-r1', container: 'mapped' },
  { dialect: 'auto', containers: { '*.jsonl': 'trl-parquet' } },
  { dialects: { '*.jsonl': 'none of ours' } },
])('the store opens a file as the server does: %j', (chosen) => {
  const settings = { ...DEFAULT_SETTINGS, ...chosen };
  const { dialect, container, dialects, containers } = settings;
  const choices: FileChoices = {
    ...{ dialect, container, dialects, containers },
    severities: settings.findings.severity,
    configs: [],
    profile: 'auto',
  };
  // Rows say of a record that is too long what can be told without reading it.
  expect(optionsOf(choices, '/runs/a.jsonl')).toEqual({
    ...optionsFrom(settings, '/runs/a.jsonl', quiet),
    sketches: true,
  });
});
