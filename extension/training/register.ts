import * as vscode from 'vscode';
import { isTerminal } from '../../core/protocol/bridge/jobs';
import type { TrainingSubject } from '../../core/protocol/panels/training';
import type { App } from '../app';
import { UserError } from '../common/errors';
import { linkless } from '../common/linkless';
import type { Panels } from '../panels/panels';
import { LogDocuments } from './log-document';
import { trainingPanel } from './panel';
import { pickJob } from './pick-job';
import { requireTrust, TrainingService } from './service';
import { TrainingStatus } from './status';
import { endSentence } from './words';

/** Training jobs: commands, panels, the status bar. What talks to the bridge is loaded when it is first needed. */
export function registerTraining(app: App, panels: Panels): void {
  const { commands, life, report } = app;
  const service = new TrainingService(app);
  const logs = new LogDocuments(app, service);
  const kind = trainingPanel(service, logs, { show: (subject) => show(subject) });
  const show = (subject: TrainingSubject): void => {
    const open = panels.find(kind, subject);
    // What stands in a form that is open stays there, unless other values are asked for.
    if (open && (subject.kind === 'job' || subject.params === null)) open.reveal();
    else panels.show(kind, subject);
  };
  panels.register(kind);
  new TrainingStatus(app, service);

  life.add(
    commands.register('tracehop.runTraining', vscode.l10n.t('Run Training'), async () => {
      requireTrust();
      const recipe = await pickRecipe(service);
      if (recipe !== undefined) show({ kind: 'form', recipe, params: null });
    }),
  );
  life.add(
    commands.register('tracehop.showJobs', vscode.l10n.t('Show Training Jobs'), async (job) => {
      requireTrust();
      const picked = await pickJob(service, job);
      if (picked) show({ kind: 'job', recipe: picked.recipe, job: picked.job });
    }),
  );
  life.add(
    service.onDidEnd((view) => {
      const subject: TrainingSubject = { kind: 'job', recipe: view.recipe, job: view.job };
      if (!isTerminal(view.state) || panels.find(kind, subject)?.visible) return;
      report.start('end of job', async () => {
        const open = vscode.l10n.t('Open');
        // The trainer may have written what it ends with.
        const message = linkless(endSentence(view));
        const answer = await (view.state === 'succeeded' || view.state === 'cancelled'
          ? vscode.window.showInformationMessage(message, open)
          : vscode.window.showWarningMessage(message, open));
        if (answer === open) show(subject);
      });
    }),
  );
  service.resume();
}

async function pickRecipe(service: TrainingService): Promise<string | undefined> {
  const recipes = service.use(async (link) => (await link.request('recipe.list', {})).recipes);
  const items = recipes.then((all) => {
    if (all.length === 0) throw new UserError(vscode.l10n.t('The bridge has no recipes.'));
    return all.map(({ recipe, title, summary }) => ({
      label: title,
      description: recipe,
      detail: summary,
      recipe,
    }));
  });
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Run Training'),
    placeHolder: vscode.l10n.t('What to train'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.recipe;
}
