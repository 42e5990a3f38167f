import type { RolloutDetail } from '../../../../core/protocol/rollout-detail';
import { Empty } from '../../../base/status';
import { counted } from '../../../base/words';
import { severities } from './words';

/** Findings that are drawn: more of one rollout nobody reads. */
const MOST = 500;

interface FindingsProps {
  readonly findings: RolloutDetail['findings'];
  /** A finding was chosen: its turn is to be shown, or its place in the file where it belongs to none. */
  readonly onChoose: (finding: RolloutDetail['findings'][number]) => void;
}

/** What rules noticed; choosing one shows its turn. */
export function Findings({ findings, onChoose }: FindingsProps) {
  if (findings.length === 0)
    return (
      <Empty>
        <p>No rule noticed anything in this rollout.</p>
      </Empty>
    );
  return (
    <>
      <ul class="findings">
        {findings.slice(0, MOST).map((finding, index) => {
          const { severity, title, message, rule, turn, start } = finding;
          const { sign, word } = severities[severity];
          return (
            <li key={index} class={severity} data-offset={start}>
              <button type="button" onClick={() => onChoose(finding)}>
                <span class="severity">
                  <span aria-hidden="true">{sign}</span> {word}
                </span>
                <strong>{title}</strong> <span class="quiet">{rule}</span>
                <span class="trace message">{message}</span>
                <span class="quiet">{turn === null ? 'Show in text' : `Show turn ${turn + 1}`}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {findings.length > MOST ? (
        <p class="quiet">
          The first {MOST} of {counted(findings.length, 'finding')}.
        </p>
      ) : null}
    </>
  );
}
