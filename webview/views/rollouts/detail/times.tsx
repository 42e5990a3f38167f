import type { Waterfall, WaterfallBar } from '../../../../core/protocol/rollout-detail';
import { Empty } from '../../../base/status';
import { lanesOf, ticksOf } from './bars';
import { kinds, timeText, waterfallText } from './words';

interface TimesProps {
  readonly waterfall: Waterfall | null;
  readonly onTurn: (turn: number) => void;
}

/** When what happened: bars in lanes, and a table that says the same. */
export function Times({ waterfall, onTurn }: TimesProps) {
  if (!waterfall)
    return (
      <Empty>
        <p>The file holds no times of this rollout.</p>
      </Empty>
    );
  const { bars, total } = waterfall;
  return (
    <>
      <p>{waterfallText(waterfall)}</p>
      <Legend bars={bars} />
      <div class="waterfall" aria-hidden="true">
        {lanesOf(waterfall).map((lane, at) => (
          <div key={at} class="lane">
            {lane.map(({ bar, left, width }, index) => (
              <div
                key={index}
                class={`bar ${bar.kind}`}
                style={{ left: `${left}%`, width: `${width}%` }}
                title={`${turnText(bar)}${kinds[bar.kind]}, ${timeText(bar.ms)}: ${bar.label}`}
                onClick={() => {
                  if (bar.turn !== null) onTurn(bar.turn);
                }}
              />
            ))}
          </div>
        ))}
        <div class="scale">
          {ticksOf(total).map((tick) => (
            <span key={tick} style={{ left: `${total > 0 ? (100 * tick) / total : 0}%` }}>
              {timeText(tick)}
            </span>
          ))}
        </div>
      </div>
      <div class="table-box" tabIndex={0} role="region" aria-label="Times as a table">
        <table>
          <caption class="sr-only">Times</caption>
          <thead>
            <tr>
              <th scope="col">Turn</th>
              <th scope="col">What</th>
              <th scope="col" class="number">
                From
              </th>
              <th scope="col" class="number">
                Took
              </th>
              <th scope="col">Label</th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar, index) => (
              <tr key={index}>
                <td>
                  <TurnLink turn={bar.turn} onTurn={onTurn} />
                </td>
                <td>{kinds[bar.kind]}</td>
                <td class="number">{timeText(bar.from)}</td>
                <td class="number">{timeText(bar.ms)}</td>
                <td class="trace">{bar.label}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Legend({ bars }: Pick<Waterfall, 'bars'>) {
  const there = Object.keys(kinds).filter((kind) => bars.some((bar) => bar.kind === kind));
  return (
    <ul class="legend" aria-hidden="true">
      {there.map((kind) => (
        <li key={kind}>
          <span class={`bar ${kind}`} /> {kinds[kind as WaterfallBar['kind']]}
        </li>
      ))}
    </ul>
  );
}

function TurnLink({ turn, onTurn }: { readonly turn: number | null; readonly onTurn: TimesProps['onTurn'] }) {
  if (turn === null) return <span class="quiet">none</span>;
  return (
    <button type="button" class="link" aria-label={`Show turn ${turn + 1}`} onClick={() => onTurn(turn)}>
      {turn + 1}
    </button>
  );
}

function turnText({ turn }: WaterfallBar): string {
  return turn === null ? '' : `Turn ${turn + 1}: `;
}
