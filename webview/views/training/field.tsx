import type { Parameter } from '../../../core/protocol/bridge/recipes';
import type { CheckedElement, ValueElement } from '../../ui';
import { hintOf } from './form-model';

interface FieldProps {
  readonly name: string;
  readonly parameter: Parameter;
  readonly text: string;
  /** What is wrong with it; null where nothing is. */
  readonly problem: string | null;
  readonly onText: (text: string) => void;
  /** Lets the user pick a path; null where they did not. */
  readonly browse: () => Promise<string | null>;
}

/** One parameter: a control that fits its type, what it means, and what it may be. */
export function Field({ name, parameter, text, problem, onText, browse }: FieldProps) {
  return (
    <div class={`field${problem === null ? '' : ' wrong'}${parameter.type === 'path' ? ' wide' : ''}`}>
      <Control {...{ name, parameter, text, problem, onText, browse }} />
      <p class="help">
        {parameter.help === '' ? null : `${parameter.help}. `}
        <span class="quiet">{hintOf(parameter)}</span>
      </p>
      {problem === null ? null : (
        <p class="fault" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function Control({ name, parameter, text, problem, onText, browse }: FieldProps) {
  const label = problem === null ? name : `${name}: ${problem}`;
  switch (parameter.type) {
    case 'bool':
      return (
        <vscode-checkbox
          checked={text === 'true'}
          aria-label={label}
          onChange={(event) => onText(String((event.currentTarget as unknown as CheckedElement).checked))}
        >
          {name}
        </vscode-checkbox>
      );
    case 'enum':
      return (
        <label>
          <span class="name">{name}</span>
          <vscode-dropdown
            value={text}
            aria-label={label}
            onChange={(event) => onText((event.currentTarget as unknown as ValueElement).value)}
          >
            {parameter.choices.map((choice) => (
              <vscode-option key={choice} value={choice} selected={choice === text}>
                {choice}
              </vscode-option>
            ))}
          </vscode-dropdown>
        </label>
      );
    case 'int':
    case 'float':
    case 'string':
      return <TextField {...{ name, label, text, onText }} />;
    case 'path':
      return (
        <div class="path">
          <TextField {...{ name, label, text, onText }} />
          <vscode-button
            appearance="secondary"
            aria-label={`Browse for ${name}`}
            onClick={() => {
              browse().then(
                (picked) => {
                  if (picked !== null) onText(picked);
                },
                // The page was hidden meanwhile.
                () => undefined,
              );
            }}
          >
            Browse...
          </vscode-button>
        </div>
      );
  }
}

interface TextFieldProps {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function TextField({ name, label, text, onText }: TextFieldProps) {
  return (
    <vscode-text-field
      class="text"
      data-name={name}
      value={text}
      aria-label={label}
      onInput={(event) => onText((event.currentTarget as unknown as ValueElement).value)}
    >
      {name}
    </vscode-text-field>
  );
}
