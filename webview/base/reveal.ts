import type { RolloutAddress } from '../../core/protocol/rollout-uri';

/** A range of a rollout's own text, in UTF-16 units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

interface Reveals {
  call(
    name: 'page/reveal',
    params: { readonly rollout: RolloutAddress; readonly range: Range | null },
  ): Promise<void>;
}

/** Has the extension open a rollout beside the panel, with a range of its text selected. */
export function reveal(channel: Reveals, rollout: RolloutAddress, range: Range | null): void {
  // Where it does not open, the extension says why; only a page that is going away hears of it here.
  channel.call('page/reveal', { rollout, range }).catch(() => undefined);
}
