import { describe, expect, it } from 'vitest';
import { commandIds } from '../../../extension/commands/types';
import { extensionSources, manifest } from './manifest';

const { commands, menus, keybindings } = manifest.contributes;
const declared = commands.map(({ command }) => command);
const ids = Object.keys(commandIds);

describe('commands of the manifest', () => {
  it('are those of the code', () => {
    expect([...declared].sort()).toEqual([...ids].sort());
  });

  it('are each registered exactly once', () => {
    const registered = extensionSources().flatMap(({ text }) =>
      Array.from(text.matchAll(/commands\.register\(\s*'([^']+)'/g), ([, id]) => id ?? ''),
    );
    expect(registered.sort()).toEqual([...ids].sort());
  });

  it('have a title and the category of the product', () => {
    for (const { title, category } of commands) {
      expect(title).toMatch(/^%command\..+%$/);
      expect(category).toBe('Tracehop');
    }
  });

  it('exist wherever a menu or a key names them', () => {
    const used = [...Object.values(menus).flat(), ...keybindings].map(({ command }) => command);
    expect(declared).toEqual(expect.arrayContaining([...new Set(used)]));
  });

  it('have an icon where they stand as buttons', () => {
    const buttons = (menus['editor/title'] ?? [])
      .filter((entry) => 'group' in entry && String(entry.group).startsWith('navigation'))
      .map(({ command }) => command);
    for (const id of buttons)
      expect(commands.find(({ command }) => command === id)?.icon).toMatch(/^\$\(.+\)$/);
  });

  it('stay out of the palette where they need an argument', () => {
    const hidden = (menus['commandPalette'] ?? [])
      .filter(({ when }) => when === 'false')
      .map(({ command }) => command);
    expect(hidden.sort()).toEqual([
      'tracehop.openFindingHelp',
      'tracehop.removeRun',
      'tracehop.showDocuments',
    ]);
  });

  it('take keys only inside a rollout', () => {
    expect(keybindings.map(({ key }) => key)).toEqual(['alt+]', 'alt+[']);
    for (const { when } of keybindings) expect(when).toContain('resourceScheme == rollout');
  });
});
