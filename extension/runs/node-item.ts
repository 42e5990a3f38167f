import * as vscode from 'vscode';
import { oneLine } from '../../core/visible';
import { commandLink } from '../commands/commands';
import { idOf, targetOf, type RunNode } from './nodes';
import { rangeText, rewardText, rolloutsText, runDescription, runTooltip } from './run-words';

const { None, Collapsed } = vscode.TreeItemCollapsibleState;

/** What the tree draws for a node, and what it says to a screen reader. */
export function itemOf(node: RunNode): vscode.TreeItem {
  const { label, description, icon, children, tooltip } = drawn(node);
  const item = new vscode.TreeItem(label, children ? Collapsed : None);
  item.id = idOf(node);
  item.description = description;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = node.kind;
  item.tooltip = tooltip ?? `${label}, ${description}`;
  item.accessibilityInformation = { label: [label, description].filter((part) => part !== '').join(', ') };
  const target = targetOf(node);
  if (target)
    item.command = commandLink(
      'tracehop.openRollouts',
      vscode.l10n.t('Show in the table of rollouts'),
      target,
    );
  return item;
}

interface Drawn {
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly children: boolean;
  readonly tooltip?: string;
}

function drawn(node: RunNode): Drawn {
  switch (node.kind) {
    case 'run': {
      const { run } = node;
      const label = oneLine(run.source.name);
      const description = runDescription(run);
      return { label, description, icon: runIcon(node.run), children: true, tooltip: runTooltip(run) };
    }
    case 'reading': {
      const { problem } = node.run;
      if (problem !== null)
        return { label: oneLine(problem), description: '', icon: 'error', children: false, tooltip: problem };
      return { label: vscode.l10n.t('Reading...'), description: '', icon: 'loading~spin', children: false };
    }
    case 'findings': {
      const { length } = node.summary.findings;
      const description =
        length === 0
          ? vscode.l10n.t('none')
          : length === 1
            ? vscode.l10n.t('1 rule')
            : vscode.l10n.t('{0} rules', length);
      return { label: vscode.l10n.t('Findings'), description, icon: 'checklist', children: length > 0 };
    }
    case 'rule':
      return { label: node.rule, description: rolloutsText(node.rollouts), icon: 'info', children: false };
    case 'steps': {
      const { steps } = node;
      const label = vscode.l10n.t('Steps {0} to {1}', steps[0]?.step ?? 0, steps.at(-1)?.step ?? 0);
      const rollouts = steps.reduce((sum, step) => sum + step.rollouts, 0);
      return { label, description: withReward(rollouts, rangeText(steps)), icon: 'layers', children: true };
    }
    case 'step': {
      const { step, rollouts, score } = node.step;
      const label = step === null ? vscode.l10n.t('Without a step') : vscode.l10n.t('Step {0}', step);
      const reward = score === null ? null : rewardText(score);
      return { label, description: withReward(rollouts, reward), icon: 'milestone', children: false };
    }
  }
}

function withReward(rollouts: number, reward: string | null): string {
  const count = rolloutsText(rollouts);
  return reward === null ? count : vscode.l10n.t('{0}, mean reward {1}', count, reward);
}

function runIcon({ state, problem, isOpen, isHeld, source }: RunNode['run']): string {
  if (problem !== null) return 'error';
  if ((isOpen || isHeld) && (state === null || state.phase === 'listing' || state.phase === 'reading'))
    return 'loading~spin';
  if (state && state.problems.length > 0) return 'warning';
  return source.paths.length > 1 ? 'files' : 'table';
}
