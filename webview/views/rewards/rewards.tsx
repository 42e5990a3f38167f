import { useEffect, useState } from 'preact/hooks';
import type { ProfileChoices, RewardsView } from '../../../core/protocol/panels/rewards';
import { announce } from '../../base/announce';
import { Failed, Loading } from '../../base/status';
import { useCall } from '../../base/use-call';
import { useViewState } from '../../base/use-view-state';
import type { View, ViewProps } from '../../base/view';
import { Body } from './body';
import { Details } from './details';
import { paceWords } from './progress';
import './rewards.css';
import { asksAnew, readState } from './state';
import { Toolbar } from './toolbar';
import { useCurve, type CurveState } from './use-curve';
import { holdingWords } from './words';

/** Rewards over steps, the rollouts behind them, and why one of them got its own. */
function Rewards({ host, subject, events }: ViewProps<RewardsView>) {
  const [state, change] = useViewState(host, (stored) => readState(stored, subject));
  const [changes, setChanges] = useState(0);
  useEffect(() => events.on('rewards/changed', () => setChanges((count) => count + 1)), [events]);
  const [asked, setAsked] = useState(() => (asksAnew(host.viewState, subject) ? 1 : 0));
  useEffect(
    () =>
      events.on('rewards/show', (rollout) => {
        change({ rollout });
        setAsked((count) => count + 1);
      }),
    [events, change],
  );
  const [listed, setListed] = useState(false);
  // What was asked for is followed once, not again after a reload.
  useEffect(() => change({}), [change]);

  const choices = useCall<ProfileChoices>(
    ({ signal }) => host.channel.call('rewards/profiles', null, { signal }),
    [host, changes],
  );
  const known = choices.state === 'ready' ? choices.value : choices.stale;
  const read = useCurve(host, state.profile, changes);
  const { curve } = read;
  useEffect(() => {
    if (curve) announce(holdingWords(curve));
  }, [curve]);

  if (!known) {
    return choices.state === 'failed' ? (
      <Failed message={choices.message} retry={choices.retry} />
    ) : (
      <Loading what="Loading" />
    );
  }
  return (
    <div class="rewards">
      <h1>Rewards of {subject.name}</h1>
      <Toolbar
        choices={known}
        state={state}
        curve={(curve?.points ?? read.partial).filter(({ step }) => step !== null).length > 1}
        change={change}
      />
      <Reading read={read} />
      <Body
        host={host}
        read={read}
        choices={known}
        state={state}
        change={change}
        onListed={() => setListed(true)}
      >
        {state.rollout ? (
          <Details
            host={host}
            rollout={state.rollout}
            profile={state.profile}
            version={changes}
            asked={asked}
            listed={listed}
          />
        ) : null}
      </Body>
    </div>
  );
}

/** How far reading is, or why it came to no end. */
function Reading({ read }: { readonly read: CurveState }) {
  if (read.state === 'failed') {
    return (
      <div class="toolbar" role="alert">
        <span>
          {read.message}
          {read.curve || read.partial.length === 0 ? '' : ' Below is what was read until then.'}
        </span>
        <vscode-button onClick={read.retry}>Try Again</vscode-button>
      </div>
    );
  }
  if (read.state === 'ready') return null;
  return (
    <div class="toolbar reading" role="status">
      <vscode-progress-ring aria-hidden="true" />
      <span>Reading: {read.pace ? paceWords(read.pace) : 'looking for files'}</span>
      <vscode-button appearance="secondary" onClick={read.cancel}>
        Cancel
      </vscode-button>
    </div>
  );
}

export const rewardsView: View<RewardsView> = {
  component: Rewards,
  events: ['rewards/changed', 'rewards/show'],
};
