import { useEffect, useState } from 'preact/hooks';
import { isTerminal } from '../../../core/protocol/bridge/jobs';
import type { Connection, JobHead } from '../../../core/protocol/panels/training';
import { durationText } from '../../../core/words';
import { whole } from '../../base/words';
import { shown } from '../../chart/series';
import { reasonOf, stageOf, STATES } from './words';

interface HeaderProps {
  readonly head: JobHead;
  readonly connection: Connection;
}

/** How the job is: its state and why, the stage, how far it is and how fast. */
export function JobHeader({ head, connection }: HeaderProps) {
  const over = isTerminal(head.state);
  const { sign, words } = STATES[head.state];
  const stage = stageOf(head);
  const reason = reasonOf(head);
  return (
    <header>
      <h1>{head.name ?? head.title}</h1>
      <p class={`state ${head.state}`}>
        <span class="badge">
          <span aria-hidden="true">{sign}</span> {words}
        </span>
        {stage === null || over ? null : <span>{stage}</span>}
        {connection.kind === 'connected' ? null : (
          <span class="connection" title={connection.why}>
            <span aria-hidden="true">↻</span>{' '}
            {connection.kind === 'refused'
              ? `No connection: ${connection.why}`
              : connection.kind === 'connecting'
                ? 'Connecting…'
                : 'Reconnecting… The job goes on meanwhile.'}
          </span>
        )}
      </p>
      {reason === '' || head.state === 'cancelled' ? null : (
        <p class={head.state === 'failed' ? 'fault' : undefined}>{reason}</p>
      )}
      <Progress head={head} />
      <p class="facts">
        <Facts head={head} />
      </p>
      {head.warnings.map((warning) => (
        <p key={`${warning.code} ${warning.at}`} class="quiet">
          <span aria-hidden="true">⚠</span> Warning: {warning.message}
        </p>
      ))}
    </header>
  );
}

function Progress({ head }: { readonly head: JobHead }) {
  const { progress } = head;
  const share = progress?.total ? Math.min(1, progress.step / progress.total) : null;
  if (isTerminal(head.state) && share === null) return null;
  return (
    <div
      class={`progress${share === null ? ' unknown' : ''}`}
      role="progressbar"
      aria-label="Progress of the job"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.floor(share * 100)}
    >
      <div class={`done ${head.state}`} style={{ width: `${(share ?? 0) * 100}%` }} />
    </div>
  );
}

function Facts({ head }: { readonly head: JobHead }) {
  const { progress, startedAt, endedAt, state, job } = head;
  const over = isTerminal(state);
  const now = useNow(over ? null : 500);
  const elapsed = startedAt === null ? null : (endedAt ?? now) - startedAt;
  const facts = [
    progress === null
      ? null
      : progress.total === null
        ? `Step ${whole(progress.step)}`
        : `Step ${whole(progress.step)} of ${whole(progress.total)}`,
    progress?.epoch === null || progress?.epoch === undefined ? null : `epoch ${shown(progress.epoch)}`,
    over || progress?.rate === null || progress?.rate === undefined
      ? null
      : `${shown(Number(progress.rate.toPrecision(3)))} steps/s`,
    over || progress?.eta_s === null || progress?.eta_s === undefined
      ? null
      : `about ${durationText(progress.eta_s * 1000)} left`,
    elapsed === null ? null : over ? `took ${durationText(elapsed)}` : `${durationText(elapsed)} so far`,
    head.nonFinite > 0 ? `${head.nonFinite} values not finite` : null,
  ].filter((fact) => fact !== null);
  return (
    <>
      {facts.join(' · ')}
      <span class="quiet id"> {job}</span>
    </>
  );
}

/** The time now, renewed every so many milliseconds; null stops it. */
function useNow(every: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (every === null) return;
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
