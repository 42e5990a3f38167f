import { useEffect, useRef, useState } from 'preact/hooks';
import { isTerminal } from '../../../core/protocol/bridge/jobs';
import type { TrainingView } from '../../../core/protocol/panels/training';
import { announce } from '../../base/announce';
import { messageOf } from '../../../core/message-of';
import { Failed, Loading } from '../../base/status';
import { useViewState } from '../../base/use-view-state';
import type { ViewProps } from '../../base/view';
import { JobActions } from './actions';
import { JobHeader } from './header';
import { defaultChoice } from './chart-data';
import { emptyJob, updated, type JobModel } from './job-model';
import { Log } from './log';
import { MetricTable } from './metric-table';
import { Curves } from './metrics';
import { Outputs } from './outputs';
import { STATES } from './words';

/** A job from its start to its end. */
export function Job({ host }: ViewProps<TrainingView>) {
  const [model, setModel] = useState<JobModel>(emptyJob);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [kept, keep] = useViewState(host, readState);

  useEffect(() => {
    const own = new AbortController();
    setFailure(null);
    setModel(emptyJob);
    host.channel
      .call('training/follow', null, {
        signal: own.signal,
        timeout: Infinity,
        onProgress: (update) => setModel((before) => updated(before, update)),
      })
      .catch((error: unknown) => {
        if (!own.signal.aborted) setFailure(messageOf(error));
      });
    return () => own.abort();
  }, [host, attempt]);

  const { head, connection, metrics } = model;
  const spoken = useRef<string | null>(null);
  useEffect(() => {
    if (!head || spoken.current === head.state) return;
    if (spoken.current !== null) announce(`The job: ${STATES[head.state].words}`);
    spoken.current = head.state;
  }, [head?.state]);

  if (failure !== null) return <Failed message={failure} retry={() => setAttempt((count) => count + 1)} />;
  if (!head) {
    const detail = connection.kind === 'connected' ? undefined : connection.why;
    return <Loading what="Asking the bridge for the job" detail={detail} />;
  }
  const over = isTerminal(head.state);
  const chosen = kept.chosen ?? defaultChoice([...metrics.keys()]);
  return (
    <div class="training-job">
      <JobHeader head={head} connection={connection} />
      <JobActions host={host} head={head} connected={connection.kind === 'connected'} />
      {over ? <Outputs host={host} state={head.state} /> : null}
      <Curves metrics={metrics} over={over} chosen={chosen} />
      <div class="below">
        {metrics.size === 0 ? null : (
          <MetricTable
            metrics={metrics}
            over={over}
            chosen={chosen}
            onChoose={(next) => keep({ chosen: next })}
          />
        )}
        <Log host={host} over={over} />
      </div>
    </div>
  );
}

/** Metrics that the reader chose; null until they did. */
interface JobState {
  readonly chosen: readonly string[] | null;
}

function readState(stored: unknown): JobState {
  const chosen: unknown =
    typeof stored === 'object' && stored !== null && 'chosen' in stored ? stored.chosen : null;
  return {
    chosen: Array.isArray(chosen) ? chosen.filter((each): each is string => typeof each === 'string') : null,
  };
}
