import { useEffect, useId, useState } from 'preact/hooks';
import type { ColumnInfo, ColumnValues, Filter } from '../../../../core/protocol/store';
import { counted } from '../../../base/words';
import { numberWords } from '../table/cell';
import { families } from '../columns/choice';
import { Popup } from '../popup';
import { operatorsFor, type Operator } from './operators';

/** What the form begins with. */
export interface Draft {
  readonly column: ColumnInfo;
  readonly operator: Operator;
  readonly values: readonly string[];
}

interface ConditionFormProps {
  readonly columns: readonly ColumnInfo[];
  /** Null for a new condition. */
  readonly draft: Draft | null;
  readonly values: (column: string, text: string, signal: AbortSignal) => Promise<ColumnValues>;
  readonly onApply: (condition: Filter) => void;
  readonly onClose: () => void;
}

/** A condition on a column, put together from menus; values are suggested with how often they occur in the whole set. */
export function ConditionForm({ columns, draft, values, onApply, onClose }: ConditionFormProps) {
  const [column, setColumn] = useState(draft?.column ?? columns[0]);
  const [operator, setOperator] = useState(draft?.operator ?? (column && operatorsFor(column)[0]));
  const [written, setWritten] = useState<readonly string[]>(draft?.values ?? []);
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  if (!column || !operator) return null;

  const apply = (): void => {
    const built = operator.build(column, written);
    if (typeof built === 'string') return setFault(built);
    onApply(built);
    onClose();
  };
  const pick = (value: string): void => {
    setFault(null);
    if (operator.takes !== 'some') return setWritten([value]);
    setWritten((now) => (now.includes(value) ? now.filter((each) => each !== value) : [...now, value]));
  };
  return (
    <Popup title={draft ? 'Change a Condition' : 'Add a Condition'} onClose={onClose}>
      <form
        class="condition-form"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <label for={`${id}-column`}>Column</label>
        <select
          id={`${id}-column`}
          value={column.id}
          onChange={(event) => {
            const next = columns.find((each) => each.id === event.currentTarget.value);
            if (!next) return;
            setColumn(next);
            setOperator(operatorsFor(next).find((each) => each.id === operator.id) ?? operatorsFor(next)[0]);
            setWritten([]);
            setFault(null);
          }}
        >
          {families.map(({ id: family, title }) => (
            <optgroup key={family} label={title}>
              {columns
                .filter((each) => each.family === family)
                .map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.title === each.id ? each.id : `${each.title} (${each.id})`}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
        <label for={`${id}-operator`}>Condition</label>
        <select
          id={`${id}-operator`}
          value={operator.id}
          onChange={(event) => {
            const next = operatorsFor(column).find((each) => each.id === event.currentTarget.value);
            if (next) setOperator(next);
            if (next?.takes === 'one') setWritten((now) => now.slice(0, 1));
            setFault(null);
          }}
        >
          {operatorsFor(column).map((each) => (
            <option key={each.id} value={each.id}>
              {each.title}
            </option>
          ))}
        </select>
        {operator.takes === 'one' ? (
          <>
            <label for={`${id}-value`}>Value</label>
            <input
              id={`${id}-value`}
              class="text"
              type="text"
              autocomplete="off"
              value={written[0] ?? ''}
              onInput={(event) => {
                setWritten([event.currentTarget.value]);
                setFault(null);
              }}
            />
          </>
        ) : null}
        <p class="quiet wide">{column.explanation}</p>
        {operator.suggests ? (
          <Suggestions
            column={column}
            text={operator.takes === 'one' && column.kind !== 'integer' ? (written[0] ?? '') : ''}
            many={operator.takes === 'some'}
            picked={written}
            values={values}
            onPick={pick}
          />
        ) : null}
        {fault === null ? null : (
          <p class="wide" role="alert">
            {fault}
          </p>
        )}
        <div class="toolbar wide">
          <vscode-button onClick={apply}>{draft ? 'Change' : 'Add'}</vscode-button>
          <vscode-button appearance="secondary" onClick={onClose}>
            Cancel
          </vscode-button>
        </div>
      </form>
    </Popup>
  );
}

interface SuggestionsProps extends Pick<ConditionFormProps, 'values'> {
  readonly column: ColumnInfo;
  readonly text: string;
  readonly many: boolean;
  readonly picked: readonly string[];
  readonly onPick: (value: string) => void;
}

function Suggestions({ column, text, many, picked, values, onPick }: SuggestionsProps) {
  const [found, setFound] = useState<ColumnValues | null>(null);
  useEffect(() => {
    const own = new AbortController();
    values(column.id, text, own.signal).then(setFound, () => {
      if (!own.signal.aborted) setFound(null);
    });
    return () => own.abort();
  }, [column.id, text]);
  if (!found) return <p class="quiet wide">Values are counted…</p>;
  const { range, distinct } = found;
  const listed = found.values.flatMap(({ value, rollouts }) =>
    value === null ? [] : [{ value: String(value), rollouts }],
  );
  return (
    <div class="wide">
      <p class="quiet">
        {counted(distinct, 'different value')} in the whole set
        {range
          ? `, from ${numberWords(range.least)} to ${numberWords(range.greatest)}, on average ${numberWords(range.mean)}`
          : ''}
      </p>
      <ul class="suggestions" aria-label={`Values of ${column.title}`}>
        {listed.map(({ value, rollouts }) => (
          <li key={value}>
            <button type="button" aria-pressed={picked.includes(value)} onClick={() => onPick(value)}>
              <span aria-hidden="true">{many ? (picked.includes(value) ? '☑ ' : '☐ ') : ''}</span>
              <span dir="auto">{value.slice(0, 200)}</span>
              <span class="quiet"> {counted(rollouts, 'rollout')}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
