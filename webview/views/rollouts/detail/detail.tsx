import './detail.css';
import { useEffect, useState } from 'preact/hooks';
import type { RolloutsView } from '../../../../core/protocol/panels/rollouts';
import type { RolloutDetail } from '../../../../core/protocol/rollout-detail';
import { addressKey, rolloutName, type RolloutAddress } from '../../../../core/protocol/rollout-uri';
import type { Host } from '../../../base/host';
import { Failed, Loading } from '../../../base/status';
import { useCall } from '../../../base/use-call';
import { Actions } from './actions';
import { Head } from './head';
import { Sections } from './sections';
import { heardText } from './words';

interface DetailProps {
  readonly host: Host<RolloutsView>;
  readonly rollout: RolloutAddress;
  readonly onClose: () => void;
  /** Has screen readers say something. */
  readonly tell: (text: string) => void;
}

/** One rollout beside the table. The one before stays in sight until the next is there. */
export function Detail({ host, rollout, onClose, tell }: DetailProps) {
  const { file, index, sample } = rollout;
  const [focus, setFocus] = useState<{ readonly key: string; readonly offset: number } | null>(null);
  const loaded = useCall<RolloutDetail>(
    ({ signal }) => host.channel.call('rollouts/detail', { file, index, sample }, { signal, latest: true }),
    [host, file, index, sample],
  );
  const value = loaded.state === 'ready' ? loaded.value : null;
  useEffect(() => {
    if (value) tell(heardText(value));
  }, [value]);

  const shown = loaded.state === 'ready' ? loaded.value : loaded.state === 'loading' ? loaded.stale : null;
  // Name, actions and content are of one rollout: what is in sight, until the next is there.
  const subject: RolloutAddress = shown ?? rollout;
  const key = addressKey(subject);
  const current = key === addressKey(rollout);
  const offset = focus?.key === key ? focus.offset : null;
  const onFocusIn = (event: FocusEvent): void => {
    const at = offsetOf(event.target);
    if (at !== null) setFocus({ key, offset: at });
  };
  return (
    <section
      class="detail"
      aria-label={`Rollout ${rolloutName(subject)}`}
      aria-busy={loaded.state === 'loading'}
    >
      <Actions host={host} rollout={subject} offset={offset} onClose={onClose} tell={tell} />
      {loaded.state === 'failed' ? <Failed message={loaded.message} retry={loaded.retry} /> : null}
      {loaded.state === 'loading' && !shown ? (
        <Loading what="Reading the rollout" cancel={loaded.cancel} />
      ) : null}
      {shown ? (
        <div class={current ? undefined : 'earlier'} onFocusIn={onFocusIn}>
          {current ? null : (
            <p class="quiet">
              Reading {rolloutName(rollout)}; this is still {shown.id}.
            </p>
          )}
          <Head detail={shown} />
          <Sections host={host} detail={shown} />
        </div>
      ) : null}
    </section>
  );
}

/** The own-text offset that an element, or what it stands in, belongs to; null where none does. */
function offsetOf(target: EventTarget | null): number | null {
  const holder = target instanceof Element ? target.closest('[data-offset]') : null;
  const offset = Number(holder?.getAttribute('data-offset') ?? NaN);
  return Number.isSafeInteger(offset) ? offset : null;
}
