import type { VNode } from 'preact';
import type { Handlers, Params } from '../../core/protocol/panels/channel';
import type { ViewContract } from '../../core/protocol/panels/page';
import type { Host } from './host';

/** What a view's component is given. It is made anew for each subject. */
export interface ViewProps<V extends ViewContract> {
  readonly host: Host<V>;
  readonly subject: V['subject'];
  /** What the extension tells the page, while the component is there. */
  readonly events: Events<V['toPage']>;
}

/** Events of a view: what the extension calls in the page. */
export interface Events<C> {
  on<K extends keyof C & string>(name: K, listener: (params: Params<C[K]>) => void): () => void;
}

/** One view: its component, and the names of the calls the extension may make. */
export interface View<V extends ViewContract> {
  readonly component: (props: ViewProps<V>) => VNode;
  readonly events: readonly (keyof V['toPage'] & string)[];
}

/** Turns the extension's calls into events of the component. */
export function eventsOf<V extends ViewContract>(
  view: View<V>,
): { readonly handlers: Handlers<V['toPage']>; readonly events: Events<V['toPage']> } {
  const listeners = new Map<string, Set<(params: never) => void>>();
  const handlers = Object.fromEntries(
    view.events.map((name) => [
      name,
      (params: never): Promise<void> => {
        for (const listener of listeners.get(name) ?? []) listener(params);
        return Promise.resolve();
      },
    ]),
  ) as unknown as Handlers<V['toPage']>;
  return {
    handlers,
    events: {
      on: (name, listener) => {
        const set = listeners.get(name) ?? new Set();
        listeners.set(name, set.add(listener));
        return () => set.delete(listener);
      },
    },
  };
}
