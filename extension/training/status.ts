import * as vscode from 'vscode';
import type { App } from '../app';
import { commandLink } from '../commands/commands';
import type { TrainingService } from './service';
import { percentOf, stateText } from './words';

/** The entry in the status bar while jobs run. */
export class TrainingStatus {
  private readonly item: vscode.StatusBarItem;

  constructor(
    { life }: App,
    private readonly service: TrainingService,
  ) {
    this.item = life.add(
      vscode.window.createStatusBarItem('tracehop.training', vscode.StatusBarAlignment.Left, 0),
    );
    this.item.name = vscode.l10n.t('Tracehop Training');
    life.add(service.onDidChange(() => this.show()));
  }

  private show(): void {
    const { running } = this.service;
    const [job] = running;
    if (!job) return this.item.hide();
    const percent = percentOf(job);
    const { item } = this;
    item.text =
      running.length > 1
        ? `$(pulse) ${vscode.l10n.t('{0} training jobs', running.length)}`
        : `$(pulse) ${job.recipe}${percent === null ? '' : ` ${percent} %`}`;
    item.tooltip =
      running.length > 1
        ? vscode.l10n.t('Show the training jobs')
        : vscode.l10n.t('{0}: {1}. Show the job', job.recipe, stateText(job.state));
    item.command =
      running.length > 1
        ? commandLink('tracehop.showJobs', vscode.l10n.t('Show Training Jobs'))
        : commandLink('tracehop.showJobs', vscode.l10n.t('Show Training Job'), job.job);
    item.accessibilityInformation = { label: item.text.replace('$(pulse) ', '') };
    item.show();
  }
}
