import { useState } from 'preact/hooks';
import type { ColumnChoice } from '../../../../core/protocol/panels/rollouts';
import type { ColumnInfo } from '../../../../core/protocol/store';
import { announce } from '../../../base/announce';
import { Popup } from '../popup';
import { explicit, families, movedTo, shownColumns, toggled } from './choice';

interface ChooserProps {
  readonly columns: readonly ColumnInfo[];
  readonly choice: ColumnChoice | null;
  readonly choose: (choice: ColumnChoice | null) => void;
  readonly onClose: () => void;
}

/** Which columns are in sight, and in which order. */
export function Chooser({ columns, choice, choose, onClose }: ChooserProps) {
  const [wanted, setWanted] = useState('');
  const chosen = explicit(columns, choice);
  const shown = shownColumns(columns, choice);
  const fits = ({ id, title, explanation }: ColumnInfo): boolean =>
    `${id} ${title} ${explanation}`.toLowerCase().includes(wanted.toLowerCase());
  const move = (at: number, step: number): void => {
    const [column, place] = [shown[at]?.info, shown[at + step]?.info];
    if (!column || !place) return;
    choose(movedTo(chosen, column.id, place.id));
    announce(`${column.title} is column ${at + step + 1} of ${shown.length}.`);
  };
  return (
    <Popup title="Columns" onClose={onClose}>
      <div class="toolbar">
        <input
          class="text"
          type="search"
          aria-label="Find a column"
          placeholder="Find a column"
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
        <vscode-button appearance="secondary" onClick={() => choose(null)}>
          Back to the Usual Columns
        </vscode-button>
      </div>
      <div class="chooser">
        <div class="families">
          {families.map(({ id: family, title }) => {
            const among = columns.filter((info) => info.family === family && fits(info));
            if (among.length === 0) return null;
            return (
              <fieldset key={family}>
                <legend>{title}</legend>
                {among.map((info) => (
                  <label key={info.id} class="choice">
                    <input
                      type="checkbox"
                      checked={shown.some((each) => each.info.id === info.id)}
                      onChange={() => choose(toggled(chosen, info.id))}
                    />
                    <span>
                      <span dir="auto">{info.title}</span> <code>{info.id}</code>
                      <span class="quiet explanation">{info.explanation}</span>
                    </span>
                  </label>
                ))}
              </fieldset>
            );
          })}
        </div>
        <div class="order">
          <h3>In this order</h3>
          <ol>
            {shown.map(({ info }, at) => (
              <li key={info.id}>
                <span class="name" dir="auto">
                  {info.title}
                </span>
                <button
                  type="button"
                  aria-label={`Move ${info.title} up`}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  aria-label={`Move ${info.title} down`}
                  disabled={at === shown.length - 1}
                  onClick={() => move(at, 1)}
                >
                  ↓
                </button>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </Popup>
  );
}
