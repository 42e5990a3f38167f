import * as vscode from 'vscode';
import type { RewardsView } from '../../core/protocol/panels/rewards';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import type { App } from '../app';
import { activeUri } from '../common/active-editor';
import { UserError } from '../common/errors';
import type { Panel } from '../panels/panel';
import type { Panels } from '../panels/panels';
import { addressOf, fileOf } from '../rollout-view/address';
import { addressIn, placeAtCursor } from '../rollout-view/place-at-cursor';
import { isWithin } from './follow';
import { type OpenPanels, rewardsPanel } from './rewards-panel';
import { selectedUris } from './selected';
import { subjectOf } from './subject';

/** Rewards over steps, and why a rollout got its own. */
export function registerRewards(app: App, panels: Panels): void {
  const { commands, life } = app;
  const open: OpenPanels = new Set();
  const kind = rewardsPanel(open);
  panels.register(kind);

  life.add(
    commands.register('tracehop.showRewards', vscode.l10n.t('Show Rewards'), async (target, others) => {
      const subject = subjectOf(await selectedUris(target, others));
      const known = panels.find(kind, subject);
      // Showing it again would lose the reader's place.
      if (known) known.reveal();
      else panels.show(kind, subject);
    }),
  );
  life.add(
    commands.register('tracehop.explainReward', vscode.l10n.t('Explain Reward'), async (target) => {
      const rollout = target && 'index' in target ? target : await rolloutAt(app, target ?? activeUri());
      const known = panelOf(open, rollout);
      if (known) showIn(known, rollout);
      else panels.show(kind, subjectOf([fileOf(rollout)], rollout));
    }),
  );
}

/** The rollout that a document shows, or that the cursor is in. */
async function rolloutAt(app: App, uri: vscode.Uri | undefined): Promise<RolloutAddress> {
  const address = uri && addressOf(uri);
  if (address) return address;
  const place = uri && (await placeAtCursor(app, uri));
  if (place) return addressIn(place);
  throw new UserError(vscode.l10n.t('Open a rollout, or put the cursor in one of a file, first.'));
}

/** The panel opened last that shows the file of a rollout. */
function panelOf(open: OpenPanels, { file }: RolloutAddress): Panel<RewardsView> | undefined {
  const uri = vscode.Uri.parse(file, true);
  return [...open].filter(({ subject }) => isWithin(uri, subject.paths)).at(-1);
}

/** Has a panel explain a rollout; what else its page shows stays as it is. */
function showIn(panel: Panel<RewardsView>, rollout: RolloutAddress): void {
  if (panel.visible) panel.tell('rewards/show', rollout);
  // The page is made anew when it comes into view, and then reads what it is to show.
  else panel.show({ ...panel.subject, rollout });
  panel.reveal();
}
