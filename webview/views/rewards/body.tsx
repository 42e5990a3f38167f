import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { ProfileChoices, RewardsView } from '../../../core/protocol/panels/rewards';
import type { CurvePoint, RewardCurve } from '../../../core/protocol/rewards';
import type { Host } from '../../base/host';
import { reveal } from '../../base/reveal';
import { Empty } from '../../base/status';
import { counted, whole } from '../../base/words';
import { Chart } from '../../chart/chart';
import { chartOf, steppedOf } from './curve-data';
import { Distribution } from './distribution';
import { Rollouts } from './rollouts';
import { PAGE, type RewardsState } from './state';
import { Summary, Unreadable } from './summary';
import type { CurveState } from './use-curve';
import { isUnnumbered, pointWords } from './words';

interface BodyProps {
  readonly host: Host<RewardsView>;
  readonly read: CurveState;
  readonly choices: ProfileChoices;
  readonly state: RewardsState;
  readonly change: (part: Partial<RewardsState>) => void;
  /** Called once the rollouts behind a point are listed. */
  readonly onListed: () => void;
  /** What is said of the chosen rollout, or null. */
  readonly children: ComponentChildren;
}

/** The curve, or the distribution of a single step, and the rollouts behind a point. */
export function Body({ host, read, choices, state, change, onListed, children }: BodyProps) {
  const { curve } = read;
  const points = curve?.points ?? read.partial;
  const stepped = steppedOf(points);
  const single = stepped.length === 1 ? stepped[0] : undefined;
  const [opening, setOpening] = useState(false);
  const wanted = state.point === undefined && single ? single.step : state.point;
  const point = points.find(({ step }) => step === wanted);

  const open = (step: number | null): void => {
    setOpening(true);
    if (step !== wanted) change({ point: step, rollout: null, rows: PAGE });
  };
  const listed = point && curve ? point : null;
  const unnumbered = curve !== null && isUnnumbered(curve);
  if (curve?.rollouts === 0) return <Nothing files={curve.unreadable} />;
  return (
    <>
      {curve ? <Summary curve={curve} choices={choices} /> : null}
      {stepped.length > 1 ? <Curve points={points} state={state} open={open} /> : null}
      <Stepless points={points} open={open} />
      <div class={`behind${listed && children ? ' both' : ''}`}>
        {listed && curve ? (
          <section aria-label={pointWords(listed.step, unnumbered)}>
            <h2>
              {pointWords(listed.step, unnumbered)}: {counted(listed.count, 'rollout')}
              {listed.differing > 0 ? `, ${whole(listed.differing)} with two different rewards` : ''}
            </h2>
            <details open={single === listed}>
              <summary>How often which reward occurs</summary>
              <Distribution
                host={host}
                profile={state.profile}
                step={listed.step}
                version={curve.generation}
              />
            </details>
            <Rollouts
              key={String(listed.step)}
              host={host}
              step={listed.step}
              label={pointWords(listed.step, unnumbered)}
              state={state}
              version={curve.generation}
              opening={opening}
              change={change}
              onReady={() => {
                onListed();
                setOpening(false);
              }}
              onOpen={({ file, index, sample }) => {
                change({ rollout: { file, index, sample } });
                reveal(host.channel, { file, index, sample }, null);
              }}
            />
          </section>
        ) : null}
        {children}
      </div>
    </>
  );
}

interface CurveProps {
  readonly points: readonly CurvePoint[];
  readonly state: RewardsState;
  readonly open: (step: number | null) => void;
}

function Curve({ points, state, open }: CurveProps) {
  const { spread, em, point } = state;
  const data = useMemo(() => chartOf(points, { spread, em }), [points, spread, em]);
  // The step under the cursor: its place changes when steps are added.
  const [cursor, setCursor] = useState(typeof point === 'number' ? point : null);
  const at = cursor === null ? -1 : data.x.indexOf(cursor);
  return (
    <Chart
      label="Rewards over steps"
      data={data}
      height={220}
      selected={at < 0 ? null : at}
      onSelect={(index) => setCursor(data.x[index] ?? null)}
      onOpen={(index) => open(data.x[index] ?? null)}
    />
  );
}

/** The rollouts that no step belongs to, which the axis has no place for. */
function Stepless({ points, open }: Omit<CurveProps, 'state'>) {
  const point = points.find(({ step }) => step === null);
  if (!point) return null;
  return (
    <p>
      <button type="button" class="link" onClick={() => open(null)}>
        {counted(point.count, 'rollout')} without a step
      </button>
    </p>
  );
}

function Nothing({ files }: { readonly files: RewardCurve['unreadable'] }) {
  return (
    <Empty>
      <h2>No rollouts here</h2>
      <p>
        Select rollout files or a folder that holds some in the explorer, and run “Tracehop: Show Rewards” on
        them. “Tracehop: Describe File” says what a file was taken for.
      </p>
      <Unreadable files={files} />
    </Empty>
  );
}
