import type { Filter } from '../../../../core/protocol/store';
import { conditionsOf, conditionWords } from './conditions';

interface ChipsProps {
  readonly filter: Filter | null;
  readonly paused: readonly string[];
  /** What was looked for by the searches of this page. */
  readonly searches: ReadonlyMap<number, string>;
  readonly onRemove: (at: number) => void;
  readonly onPause: (at: number) => void;
  readonly onEdit: (at: number) => void;
  readonly onResume: (at: number) => void;
  readonly onForget: (at: number) => void;
}

/** The conditions of the line, each to change, to leave out for a while, and to take out. */
export function Chips(props: ChipsProps) {
  const { filter, paused, searches, onRemove, onPause, onEdit, onResume, onForget } = props;
  const conditions = conditionsOf(filter);
  if (conditions.length === 0 && paused.length === 0) return null;
  return (
    <ul class="conditions" aria-label="Conditions of the filter">
      {conditions.map((condition, at) => {
        const words = conditionWords(condition, searches);
        return (
          <li key={`${at} ${words}`} class="condition">
            <button
              type="button"
              class="words"
              title={`Change: ${words}`}
              onClick={() => onEdit(at)}
              dir="auto"
            >
              {words}
            </button>
            <button type="button" aria-label={`Pause ${words}`} title="Pause" onClick={() => onPause(at)}>
              ‖
            </button>
            <button type="button" aria-label={`Remove ${words}`} title="Remove" onClick={() => onRemove(at)}>
              ✕
            </button>
          </li>
        );
      })}
      {paused.map((words, at) => (
        <li key={`paused ${at} ${words}`} class="condition paused">
          <span class="words" dir="auto">
            paused: <s>{words}</s>
          </span>
          <button
            type="button"
            aria-label={`Apply ${words} again`}
            title="Apply again"
            onClick={() => onResume(at)}
          >
            ▶
          </button>
          <button type="button" aria-label={`Remove ${words}`} title="Remove" onClick={() => onForget(at)}>
            ✕
          </button>
        </li>
      ))}
    </ul>
  );
}
