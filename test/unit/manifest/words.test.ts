import { describe, expect, it } from 'vitest';
import { contextKeys } from '../../../extension/common/context-keys-list';
import { exists, extensionSources, manifest, manifestText, words } from './manifest';

const used = new Set(Array.from(manifestText.matchAll(/"%([^%"]+)%"/g), ([, key]) => key ?? ''));

describe('words of the manifest', () => {
  it('resolve, all of them, and none is left over', () => {
    expect([...used].sort()).toEqual(Object.keys(words).sort());
  });

  it('are not empty', () => {
    for (const word of Object.values(words)) expect(word.trim()).not.toBe('');
  });
});

/** A clause without what its keys are compared with. */
function withoutValues(clause: string): string {
  return clause.replace(/=~ \/(?:\\.|[^/\\])*\/i?/g, '').replace(/== [\w.]+/g, '');
}

describe('when clauses', () => {
  const clauses = [
    ...Object.values(manifest.contributes.menus).flat(),
    ...manifest.contributes.keybindings,
  ].flatMap(({ when }) => (when === undefined ? [] : [when]));

  it('use every context key the code sets, and no other of ours', () => {
    const named = clauses.flatMap((clause) => withoutValues(clause).match(/tracehop\.\w+/g) ?? []);
    expect([...new Set(named)].sort()).toEqual(Object.keys(contextKeys).sort());
  });

  it('use only keys of VS Code that we know', () => {
    const keys = [
      ...['resourceScheme', 'resourceExtname', 'explorerResourceIsFolder', 'editorFocus', 'false'],
      ...['isWorkspaceTrusted', 'activeCustomEditorId', 'view', 'viewItem'],
    ];
    const names = clauses.flatMap((clause) =>
      withoutValues(clause)
        .split(/\s*(?:&&|\|\||!)\s*/)
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('tracehop.')),
    );
    expect(keys).toEqual(expect.arrayContaining([...new Set(names)]));
  });
});

describe('the rest of the manifest', () => {
  it('names files that exist', () => {
    const { languages, grammars, yamlValidation, viewsContainers, views } = manifest.contributes;
    const files = [
      manifest.icon,
      ...languages.flatMap(({ configuration, icon }) => [configuration, icon.light, icon.dark]),
      ...grammars.map(({ path }) => path),
      ...yamlValidation.map(({ url }) => url),
      ...[...Object.values(viewsContainers), ...Object.values(views)].flat().map(({ icon }) => icon),
    ];
    for (const file of files) expect(exists(file), file).toBe(true);
  });

  it('starts for JSON, plain text, tracehop.yml, links, and restored rollouts and panels only; the rest is inferred', () => {
    const panels = extensionSources().flatMap(({ text }) =>
      Array.from(text.matchAll(/\bview: '(\w+)',\n/g), ([, name]) => `onWebviewPanel:tracehop.${name}`),
    );
    expect(panels).not.toEqual([]);
    expect([...manifest.activationEvents].sort()).toEqual(
      [
        'onLanguage:json',
        'onLanguage:jsonl',
        'onLanguage:plaintext',
        'onLanguage:log',
        'onFileSystem:rollout',
        'onUri',
        'workspaceContains:tracehop.yml',
        ...panels,
      ].sort(),
    );
  });

  it('says what it does in restricted mode and on virtual file systems', () => {
    expect(manifest.capabilities['untrustedWorkspaces']?.supported).toBe('limited');
    expect(manifest.capabilities['virtualWorkspaces']?.supported).toBe('limited');
  });
});
