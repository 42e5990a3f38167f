import { useEffect, useRef } from 'preact/hooks';
import type { ExplainedReward, RewardsView } from '../../../core/protocol/panels/rewards';
import { type RolloutAddress, rolloutName } from '../../../core/protocol/rollout-uri';
import type { Host } from '../../base/host';
import { reveal } from '../../base/reveal';
import { Failed, Loading } from '../../base/status';
import { useCall } from '../../base/use-call';
import { RewardTable } from '../../base/reward-table';
import { comparedWords } from './difference';
import { Num } from '../../base/number';

interface DetailsProps {
  readonly host: Host<RewardsView>;
  readonly rollout: RolloutAddress;
  readonly profile: string | null;
  /** Changes when the file has to be read again. */
  readonly version: number;
  /** Grows when the reader asks for an explanation from elsewhere: it is then scrolled into sight. */
  readonly asked: number;
  /** Whether the list above it is there, which pushes it down. */
  readonly listed: boolean;
}

/** Why one rollout got its reward. */
export function Details({ host, rollout, profile, version, asked, listed }: DetailsProps) {
  const { file, index, sample } = rollout;
  const explained = useCall<ExplainedReward>(
    ({ signal }) =>
      host.channel.call('rewards/explain', { file, index, sample, profile }, { signal, latest: true }),
    [host, file, index, sample, profile, version],
  );
  const shown = explained.state === 'ready' ? explained.value : explained.stale;
  const box = useRef<HTMLElement>(null);
  const followed = useRef(0);
  const ready = explained.state === 'ready';
  useEffect(() => {
    if (!ready || asked === followed.current) return;
    if (listed) followed.current = asked;
    box.current?.scrollIntoView({ block: 'start' });
  }, [ready, asked, listed]);
  return (
    <section
      ref={box}
      class="details"
      aria-label="Reward of the chosen rollout"
      aria-busy={explained.state === 'loading'}
    >
      <div class="toolbar">
        <h2>Reward of {rolloutName(rollout)}</h2>
        <vscode-button appearance="secondary" onClick={() => reveal(host.channel, rollout, null)}>
          Open Rollout
        </vscode-button>
      </div>
      {explained.state === 'failed' ? <Failed message={explained.message} retry={explained.retry} /> : null}
      {shown === null && explained.state === 'loading' ? <Loading what="Reading the rollout" /> : null}
      {shown && explained.state !== 'failed' ? (
        <>
          <p class="compared">{comparedWords(shown)}</p>
          <RewardTable
            caption={
              <>
                {shown.profile?.title} <span class="quiet">{shown.profile?.explanation}</span>
              </>
            }
            reward={shown}
            onReveal={(range) => reveal(host.channel, rollout, range)}
          />
          <Facts explained={shown} />
        </>
      ) : null}
    </section>
  );
}

function Facts({ explained }: { readonly explained: ExplainedReward }) {
  const { recorded, total, reason, extracted, answer, golds, em, f1, recordedValues } = explained;
  const unjudged = reason ?? 'The file holds no gold for this rollout';
  return (
    <>
      <dl>
        <dt>Recorded</dt>
        <dd>
          <Num value={recorded} absent="The file records no reward" />
        </dd>
        <dt>Recomputed</dt>
        <dd>
          <Num value={total} absent={unjudged} />
        </dd>
        <dt>EM, F1</dt>
        <dd>
          <Num value={em} absent={unjudged} />, <Num value={f1} absent={unjudged} />
        </dd>
        <dt>Extracted answer</dt>
        <dd class="trace">{extracted ?? <span class="quiet">none</span>}</dd>
        {answer === extracted ? null : (
          <>
            <dt>Answer of the policy</dt>
            <dd class="trace">{answer ?? <span class="quiet">none</span>}</dd>
          </>
        )}
        <dt>Golds</dt>
        <dd class="trace">
          {golds.length > 0 ? `★ ${golds.join(' / ')}` : <span class="quiet">the file names none</span>}
        </dd>
      </dl>
      {recordedValues.length > 0 ? (
        <details>
          <summary>What the file records</summary>
          <dl>
            {recordedValues.map(({ name, value }) => (
              <>
                <dt class="trace">{name}</dt>
                <dd class="trace">{value}</dd>
              </>
            ))}
          </dl>
        </details>
      ) : null}
    </>
  );
}
