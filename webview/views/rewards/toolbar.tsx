import type { ProfileChoices } from '../../../core/protocol/panels/rewards';
import type { CheckedElement, ValueElement } from '../../ui';
import type { RewardsState, Spread } from './state';

interface ToolbarProps {
  readonly choices: ProfileChoices;
  readonly state: Pick<RewardsState, 'profile' | 'spread' | 'em'>;
  /** Whether there is a curve: a single step has no spread to choose. */
  readonly curve: boolean;
  readonly change: (part: Partial<RewardsState>) => void;
}

const spreads: readonly { readonly id: Spread; readonly title: string }[] = [
  { id: 'sd', title: '± 1 standard deviation' },
  { id: 'quartiles', title: 'Quartiles' },
  { id: 'none', title: 'No spread' },
];

/** By which profile, and what the chart shows around the means. */
export function Toolbar({ choices, state, curve, change }: ToolbarProps) {
  const chosen = state.profile ?? choices.setting;
  const profiles = [{ id: 'auto', title: 'By the dialect of each rollout' }, ...choices.profiles];
  return (
    <div class="toolbar">
      <label id="profile-label">Recompute by</label>
      <vscode-dropdown
        class="wide"
        aria-label="Profile by which rewards are recomputed"
        value={chosen}
        onChange={(event) => {
          const { value } = event.currentTarget as unknown as ValueElement;
          if (value !== chosen) change({ profile: value });
        }}
      >
        {profiles.map(({ id, title }) => (
          <vscode-option key={id} value={id} selected={id === chosen}>
            {title}
          </vscode-option>
        ))}
      </vscode-dropdown>
      {curve ? (
        <>
          <vscode-dropdown
            aria-label="Spread around the means"
            value={state.spread}
            onChange={(event) => {
              const { value } = event.currentTarget as unknown as ValueElement;
              const spread = spreads.find(({ id }) => id === value)?.id;
              if (spread && spread !== state.spread) change({ spread });
            }}
          >
            {spreads.map(({ id, title }) => (
              <vscode-option key={id} value={id} selected={id === state.spread}>
                {title}
              </vscode-option>
            ))}
          </vscode-dropdown>
          <vscode-checkbox
            checked={state.em}
            onChange={(event) => change({ em: (event.currentTarget as unknown as CheckedElement).checked })}
          >
            Mean EM
          </vscode-checkbox>
        </>
      ) : null}
    </div>
  );
}
