import { describe, expect, it, vi } from 'vitest';
import type { StoreState } from '../../../core/protocol/store';

vi.mock('vscode', () => ({ CancellationError: class extends Error {}, l10n: { t: (text: string) => text } }));

const { OpenEditor } = await import('../../../extension/rollouts/open-editor');
const { holdOpen } = await import('../../../extension/rollouts/hold-open');
const { ServerGone } = await import('../../../extension/server/request-error');
const { UserError } = await import('../../../extension/common/errors');

const file = 'file:///runs/step_1.jsonl';
const rollout = { file, index: 3, sample: 0 };

/** A panel whose page comes and goes, and which notes what it is told. */
function panel() {
  const told: string[] = [];
  const made = {
    hasPage: true,
    subject: { paths: [file], name: 'x', rollout: null, filter: '' },
    tell: (name: string, params: unknown) => told.push(`${name} ${JSON.stringify(params)}`),
  };
  return { told, made, editor: new OpenEditor(made as never) };
}

describe('what a page is to show', () => {
  it('is told at once to a page that listens, the filter first', () => {
    const { told, editor } = panel();
    editor.listens(new AbortController().signal);
    editor.ask({ rollout, filter: 'score < 1' });
    expect(told).toEqual([
      'rollouts/filter {"text":"score < 1"}',
      `rollouts/show ${JSON.stringify(rollout)}`,
    ]);
  });

  it('waits for a page that is not there yet, and only the last wish counts', () => {
    const { told, editor } = panel();
    editor.ask({ rollout, filter: 'old' });
    editor.ask({ rollout: null, filter: '' });
    expect(told).toEqual([]);
    editor.listens(new AbortController().signal);
    editor.listens(new AbortController().signal);
    expect(told).toEqual(['rollouts/filter {"text":""}']);
  });

  it('waits while the page is hidden or is being made anew', () => {
    const { told, made, editor } = panel();
    const first = new AbortController();
    editor.listens(first.signal);
    made.hasPage = false;
    editor.ask({ rollout, filter: null });
    // The page says hello, which ends what the one before had asked, and opens the set a moment later.
    made.hasPage = true;
    first.abort();
    editor.ask({ rollout, filter: null });
    expect(told).toEqual([]);
    editor.listens(new AbortController().signal);
    expect(told).toEqual([`rollouts/show ${JSON.stringify(rollout)}`]);
  });
});

/** A server that answers requests in turn, and starts again when told. */
function server(...answers: readonly (() => Promise<void>)[]) {
  const listeners = new Set<(start: { again: boolean }) => void>();
  let asked = 0;
  const made = {
    health: 'running' as 'running' | 'stopped',
    onDidStart: (listener: (start: { again: boolean }) => void) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    request: () => answers[asked++]?.() ?? Promise.reject(new Error('asked too often')),
  };
  return {
    made,
    listeners,
    get asked() {
      return asked;
    },
    start: () => listeners.forEach((listener) => listener({ again: true })),
    hold: (signal: AbortSignal, told: StoreState[] = []) =>
      holdOpen(made as never, { paths: [file] }, signal, (state) => told.push(state)),
  };
}

const gone = (): Promise<void> => Promise.reject(new ServerGone('gone'));
const ended = (): Promise<void> => Promise.resolve();

describe('a set that is held open', () => {
  it('is opened again in the server that takes the place of one that died', async () => {
    const made = server(gone, ended);
    const held = made.hold(new AbortController().signal);
    await vi.waitFor(() => expect(made.asked).toBe(1));
    made.start();
    await held;
    expect(made.asked).toBe(2);
    expect(made.listeners.size).toBe(0);
  });

  it('is opened again where the server came back before the request knew that it died', async () => {
    const made = server(() => (made.start(), gone()), ended);
    await made.hold(new AbortController().signal);
    expect(made.asked).toBe(2);
  });

  it('is not opened again once nobody wants it', async () => {
    const made = server(gone, ended);
    const controller = new AbortController();
    const held = made.hold(controller.signal);
    await vi.waitFor(() => expect(made.asked).toBe(1));
    controller.abort();
    await expect(held).rejects.toThrow('gone');
    expect(made.asked).toBe(1);
  });

  it('says why it cannot be opened', async () => {
    const refused = server(() => Promise.reject(new UserError('no such file')));
    await expect(refused.hold(new AbortController().signal)).rejects.toThrow('no such file');
    const down = server(gone);
    down.made.health = 'stopped';
    await expect(down.hold(new AbortController().signal)).rejects.toThrow('gone');
    expect(down.listeners.size).toBe(0);
  });
});
