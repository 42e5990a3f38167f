import { describe, expect, it } from 'vitest';
import { commandIds } from '../../../extension/commands/types';
import { extensionSources, manifest, words } from './manifest';

const { customEditors, menus, views, viewsContainers, viewsWelcome } = manifest.contributes;
const sources = extensionSources()
  .map(({ text }) => text)
  .join('\n');

describe('the Rollouts editor of the manifest', () => {
  it('is offered, and never takes a file from the editor it had', () => {
    expect(customEditors.map(({ viewType, priority }) => [viewType, priority])).toEqual([
      ['tracehop.rollouts', 'option'],
    ]);
    expect(sources).toContain("VIEW_TYPE = 'tracehop.rollouts'");
  });

  it('is offered for the files that the command is offered for', () => {
    const offered = menus['explorer/context']?.find(({ command }) => command === 'tracehop.openRollouts');
    const [, endings = ''] = /\.\((.+)\)\$/.exec(offered?.when ?? '') ?? [];
    const patterns = customEditors.flatMap(({ selector }) => selector.map((each) => each.filenamePattern));
    expect(patterns).toEqual(endings.split('|').map((ending) => `*.${ending}`));
    for (const ending of ['jsonl', 'parquet', 'gz', 'eval', 'db']) expect(patterns).toContain(`*.${ending}`);
  });
});

describe('views of the manifest', () => {
  it('are those of the code, in a container of their own', () => {
    const created = Array.from(sources.matchAll(/createTreeView\('([^']+)'/g), ([, id]) => id);
    expect(Object.keys(views)).toEqual((viewsContainers['activitybar'] ?? []).map(({ id }) => id));
    expect(Object.values(views).flatMap((list) => list.map(({ id }) => id))).toEqual(created);
  });

  it('say what to do where they are empty', () => {
    for (const { view, contents } of viewsWelcome) {
      expect(Object.values(views).flatMap((list) => list.map(({ id }) => id))).toContain(view);
      const [, command = ''] = /\(command:([^)]+)\)/.exec(words[contents.slice(1, -1)] ?? '') ?? [];
      expect(Object.keys(commandIds)).toContain(command);
    }
    expect(viewsWelcome).not.toEqual([]);
  });
});
