import * as vscode from 'vscode';
import type { RewardsSubject, RewardsView } from '../../core/protocol/panels/rewards';
import { requests } from '../../core/protocol/server';
import { profiles } from '../../core/reward/profiles';
import type { App } from '../app';
import type { PanelKind } from '../panels/kind';
import type { Panel } from '../panels/panel';
import { setting } from '../settings';
import { explainReward } from './explain';
import { follow } from './follow';
import { readSubject } from './read-subject';

/** The panels that are open, so that a rollout is explained in one that shows its file already. */
export type OpenPanels = Set<Panel<RewardsView>>;

/** The panel of rewards over steps: one a selection of files. */
export function rewardsPanel(open: OpenPanels): PanelKind<RewardsView> {
  return {
    view: 'rewards',
    title: ({ name }) => vscode.l10n.t('Rewards of {0}', name),
    key: keyOf,
    readSubject,
    handlers(app, panel) {
      open.add(panel);
      panel.life.add({ dispose: () => open.delete(panel) });
      follow(app, panel);
      return handlersOf(app, panel);
    },
  };
}

function handlersOf(app: App, panel: Panel<RewardsView>): ReturnType<PanelKind<RewardsView>['handlers']> {
  const { server } = app;
  const paths = (): readonly string[] => panel.subject.paths;
  return {
    'rewards/profiles': () => {
      const [first = ''] = paths();
      return Promise.resolve({
        setting: setting('rewards.profile', vscode.Uri.parse(first, true)),
        profiles: profiles.map(({ id, title, explanation }) => ({ id, title, explanation })),
      });
    },
    'rewards/curve': ({ profile }, { signal, progress }) =>
      server.request(requests.rewardCurve, { paths: paths(), profile }, signal, { onProgress: progress }),
    'rewards/rollouts': (params, { signal }) =>
      server.request(requests.rewardRollouts, { ...params, paths: paths() }, signal),
    'rewards/distribution': ({ profile, step }, { signal }) =>
      server.request(requests.rewardDistribution, { paths: paths(), profile, step }, signal),
    'rewards/explain': (params, { signal }) => explainReward(server, params, signal),
  };
}

/** The order in which files were selected says nothing. */
function keyOf({ paths }: RewardsSubject): string {
  return [...paths].sort().join('\n');
}
