import { describe, expect, it } from 'vitest';
import { contextKeys } from '../../../extension/common/context-keys-list';
import { exists, manifest, manifestText, words } from './manifest';

const used = new Set(Array.from(manifestText.matchAll(/"%([^%"]+)%"/g), ([, key]) => key ?? ''));

describe('words of the manifest', () => {
  it('resolve, all of them, and none is left over', () => {
    expect([...used].sort()).toEqual(Object.keys(words).sort());
  });

  it('are not empty', () => {
    for (const word of Object.values(words)) expect(word.trim()).not.toBe('');
  });
});

describe('when clauses', () => {
  const clauses = [
    ...Object.values(manifest.contributes.menus).flat(),
    ...manifest.contributes.keybindings,
  ].flatMap(({ when }) => (when === undefined ? [] : [when]));

  it('use every context key the code sets, and no other of ours', () => {
    const named = clauses.flatMap((clause) => clause.match(/tracehop\.\w+/g) ?? []);
    expect([...new Set(named)].sort()).toEqual(Object.keys(contextKeys).sort());
  });

  it('use only keys of VS Code that we know', () => {
    const keys = [
      ...['resourceScheme', 'resourceExtname', 'explorerResourceIsFolder', 'editorFocus', 'false'],
      'isWorkspaceTrusted',
    ];
    const names = clauses.flatMap((clause) =>
      clause
        .replace(/=~ \/(?:\\.|[^/\\])*\/i?/g, '')
        .replace(/== \w+/g, '')
        .split(/\s*(?:&&|\|\||!)\s*/)
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('tracehop.')),
    );
    expect(keys).toEqual(expect.arrayContaining([...new Set(names)]));
  });
});

describe('the rest of the manifest', () => {
  it('names files that exist', () => {
    const { languages, grammars } = manifest.contributes;
    const files = [
      manifest.icon,
      ...languages.flatMap(({ configuration, icon }) => [configuration, icon.light, icon.dark]),
      ...grammars.map(({ path }) => path),
    ];
    for (const file of files) expect(exists(file), file).toBe(true);
  });

  it('starts for JSON, plain text, restored rollouts and panels only; the rest is inferred', () => {
    expect(manifest.activationEvents).toEqual([
      'onLanguage:json',
      'onLanguage:jsonl',
      'onLanguage:plaintext',
      'onLanguage:log',
      'onFileSystem:rollout',
      'onWebviewPanel:tracehop.replay',
      'onWebviewPanel:tracehop.training',
    ]);
  });

  it('says what it does in restricted mode and on virtual file systems', () => {
    expect(manifest.capabilities['untrustedWorkspaces']?.supported).toBe(true);
    expect(manifest.capabilities['virtualWorkspaces']?.supported).toBe('limited');
  });
});
