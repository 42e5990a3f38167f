import * as vscode from 'vscode';
import { isTerminal, type JobInfo, type JobState } from '../../core/protocol/bridge/jobs';
import { durationText } from '../../core/words';
import { UserError } from '../common/errors';
import type { TrainingService } from './service';
import { stateText } from './words';

/** The job of an id, or one that the user picks of all, the latest first. */
export async function pickJob(service: TrainingService, id?: string): Promise<JobInfo | undefined> {
  const jobs = await service.use(async (link) => (await link.request('job.list', {})).jobs);
  if (id !== undefined) {
    const found = jobs.find(({ job }) => job === id);
    if (!found) throw new UserError(vscode.l10n.t('There is no job {0} any more.', id));
    return found;
  }
  if (jobs.length === 0)
    throw new UserError(
      vscode.l10n.t('No training job was started on this machine yet. Run Training starts one.'),
    );
  const items = jobs.toReversed().map((job) => ({ ...itemOf(job), job }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Training Jobs'),
    placeHolder: vscode.l10n.t('Job to open'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.job;
}

function itemOf(job: JobInfo): vscode.QuickPickItem {
  const started = new Date(job.created_ms).toLocaleString(vscode.env.language);
  const end = job.ended_ms ?? Date.now();
  const took = job.started_ms === null ? [] : [durationText(end - job.started_ms)];
  return {
    label: `$(${iconOf(job.state)}) ${job.recipe}`,
    description: stateText(job.state),
    detail: [started, ...took, job.job].join(' · '),
  };
}

function iconOf(state: JobState): string {
  if (state === 'succeeded') return 'pass';
  if (state === 'cancelled') return 'circle-slash';
  return isTerminal(state) ? 'error' : 'pulse';
}
