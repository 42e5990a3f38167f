import { useEffect, useRef, useState } from 'preact/hooks';
import type { DetailTurn } from '../../../../core/protocol/rollout-detail';
import { Empty } from '../../../base/status';
import { counted } from '../../../base/words';
import { TurnView } from './turn';

/** Turns that are drawn at first, and with each "more". */
const PAGE = 50;

interface TurnsProps {
  readonly turns: readonly DetailTurn[];
  /** The turn to bring into sight, and a number that grows with each wish. */
  readonly wanted: { readonly turn: number; readonly asked: number } | null;
}

/** What the policy thought and asked, and what came back. */
export function Turns({ turns, wanted }: TurnsProps) {
  const [most, setMost] = useState(PAGE);
  const list = useRef<HTMLOListElement>(null);
  const count = Math.max(most, (wanted?.turn ?? -1) + 1);
  useEffect(() => {
    const turn = wanted && list.current?.children[wanted.turn]?.firstElementChild;
    if (!(turn instanceof HTMLElement)) return;
    turn.focus({ preventScroll: true });
    turn.scrollIntoView({ block: 'start' });
  }, [wanted]);
  if (turns.length === 0)
    return (
      <Empty>
        <p>No turn was found in the text. “Open as Text” shows it as it is.</p>
      </Empty>
    );
  const more = turns.length - count;
  return (
    <>
      <ol class="turns" ref={list}>
        {turns.slice(0, count).map((turn, index) => (
          <li key={index}>
            <TurnView turn={turn} number={index + 1} chosen={wanted?.turn === index} />
          </li>
        ))}
      </ol>
      {more > 0 ? (
        <vscode-button appearance="secondary" onClick={() => setMost(count + PAGE)}>
          Show {counted(Math.min(more, PAGE), 'more turn', 'more turns')}
        </vscode-button>
      ) : null}
    </>
  );
}
