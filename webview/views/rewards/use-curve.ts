import { useEffect, useRef, useState } from 'preact/hooks';
import type { RewardsView } from '../../../core/protocol/panels/rewards';
import type { CurvePoint, CurveProgress, RewardCurve } from '../../../core/protocol/rewards';
import type { Host } from '../../base/host';
import { useCall } from '../../base/use-call';
import type { Pace } from './progress';

/** A curve with the profile by which it was worked out. */
interface ProfileCurve {
  readonly profile: string | null;
  readonly curve: RewardCurve;
}

/** The rewards over steps, while they are read and after. */
export interface CurveState {
  readonly state: 'loading' | 'ready' | 'failed';
  /** The latest complete curve by the profile wanted; stays in sight while it is read again. */
  readonly curve: RewardCurve | null;
  /** What was read so far, while there is no complete curve. */
  readonly partial: readonly CurvePoint[];
  readonly pace: Pace | null;
  readonly message: string | null;
  readonly cancel: () => void;
  readonly retry: () => void;
}

/** Reads a curve, and again on a change of the files or the profile. */
export function useCurve(host: Host<RewardsView>, profile: string | null, changes: number): CurveState {
  const [due, setDue] = useState(changes);
  const partial = useRef<{ readonly profile: string | null; readonly points: readonly CurvePoint[] } | null>(
    null,
  );
  const begun = useRef(0);

  const held = useCall<ProfileCurve, CurveProgress>(
    async (run) => {
      begun.current = performance.now();
      partial.current = null;
      const onProgress = (told: CurveProgress): void => {
        if (told.points) partial.current = { profile, points: told.points };
        run.progress(told);
      };
      const options = { signal: run.signal, onProgress, latest: true, timeout: Infinity };
      return { profile, curve: await host.channel.call('rewards/curve', { profile }, options) };
    },
    [host, profile, due],
  );

  // A change while files are read waits until they are: files that are written all the time would never be done.
  const { state } = held;
  useEffect(() => {
    if (state !== 'loading') setDue(changes);
  }, [changes, state]);

  const known = state === 'ready' ? held.value : held.stale;
  const current = partial.current?.profile === profile ? partial.current.points : [];
  const progress = state === 'loading' ? held.progress : null;
  return {
    state,
    curve: known?.profile === profile ? known.curve : null,
    partial: current,
    pace: progress && { elapsed: performance.now() - begun.current, progress },
    message: state === 'failed' ? held.message : null,
    cancel: state === 'loading' ? held.cancel : () => undefined,
    retry: state === 'loading' ? () => undefined : held.retry,
  };
}
