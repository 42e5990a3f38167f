import { expect, it, vi } from 'vitest';

vi.mock('vscode', () => ({
  CancellationError: class extends Error {},
  EventEmitter: class<T> {
    private readonly listeners: ((value: T) => void)[] = [];
    readonly event = (listener: (value: T) => void) => {
      this.listeners.push(listener);
      return { dispose: () => undefined };
    };
    fire(value: T): void {
      for (const listener of this.listeners) listener(value);
    }
    dispose(): void {
      this.listeners.length = 0;
    }
  },
}));

const { OpenEditors } = await import('../../../extension/rollouts/open-editors');
const { RunList } = await import('../../../extension/runs/run-list');
const { DisposableStore } = await import('../../../extension/common/disposable-store');

const state = { generation: 1, phase: 'reading', problems: [] } as never;

/** A window with its list of runs, and what it would remember. */
function window() {
  const kept = new Map<string, unknown>();
  const workspaceState = {
    get: (key: string) => kept.get(key),
    update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
  };
  const app = {
    life: new DisposableStore(),
    report: { start: (_: string, work: () => Promise<void>) => void work() },
    context: { workspaceState },
    server: {},
    log: { debug: () => undefined },
  };
  const editors = new OpenEditors();
  const list = new RunList(app as never, editors);
  const open = (name: string) => {
    const life = new DisposableStore();
    const subject = { paths: [`file:///${name}`], name, rollout: null, filter: '' };
    return { editor: editors.add({ subject, life, visible: true } as never), close: () => life.dispose() };
  };
  const names = (): readonly string[] => list.all.map(({ source }) => source.name);
  const remove = async (name: string): Promise<void> => {
    const run = list.all.find(({ source }) => source.name === name);
    if (run) await list.remove(run);
  };
  return { editors, kept, list, open, names, remove };
}

it('a run whose table is open can be taken out of the list, and stays out until it is opened again', async () => {
  const { editors, kept, open, names, remove, list } = window();
  const one = open('one');
  open('two');
  expect(names()).toEqual(['two', 'one']);
  await remove('one');
  expect(names()).toEqual(['two']);
  // Its table lives on, and tells how far it is.
  editors.told(one.editor, state);
  expect(names()).toEqual(['two']);
  expect(JSON.stringify([...kept.values()])).not.toContain('one');
  // Shown again from the explorer, it is a run again, with what it told.
  editors.wanted(one.editor);
  expect(names()).toEqual(['one', 'two']);
  expect(list.all[0]).toMatchObject({ isOpen: true, state });
});

it('a run that was taken out stays out when its table is closed, and comes back with another one', async () => {
  const { open, names, remove } = window();
  const one = open('one');
  await remove('one');
  one.close();
  expect(names()).toEqual([]);
  const again = open('one');
  expect(names()).toEqual(['one']);
  again.close();
  expect(names()).toEqual(['one']);
  await remove('one');
  expect(names()).toEqual([]);
});
