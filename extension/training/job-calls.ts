import * as vscode from 'vscode';
import type { CallContext, Handlers } from '../../core/protocol/panels/channel';
import { isTerminal, type JobInfo } from '../../core/protocol/bridge/jobs';
import type { JobUpdate, LogPiece, TrainingView } from '../../core/protocol/panels/training';
import type { App } from '../app';
import { UserError } from '../common/errors';
import type { Panel } from '../panels/panel';
import type { LogDocuments } from './log-document';
import { outputsOf, showOutput } from './outputs';
import type { Opener } from './panel';
import type { TrainingService } from './service';
import { Updates } from './updates';

type JobCalls = Pick<
  TrainingView['toHost'],
  | 'training/follow'
  | 'training/log'
  | 'training/logRange'
  | 'training/cancel'
  | 'training/runAgain'
  | 'training/edit'
  | 'training/openLog'
  | 'training/outputs'
  | 'training/output'
>;

/** Milliseconds between two updates of a page. */
const UPDATE_MS = 150;

/** Most bytes of a log that a page is given at once. */
const MOST_BYTES = 4 * 1024 * 1024;

/** What the page of a job asks of the extension. */
export function jobCalls(
  app: App,
  service: TrainingService,
  panel: Panel<TrainingView>,
  opener: Opener,
  logs: LogDocuments,
): Handlers<JobCalls> {
  const subject = () => {
    if (panel.subject.kind === 'job') return panel.subject;
    throw new UserError(vscode.l10n.t('This panel shows no job.'));
  };
  const info = (): Promise<JobInfo> =>
    service.use(async (link) => (await link.request('job.get', { job: subject().job })).job);
  return {
    'training/follow': (_params, context) => follow(service, subject().job, context),
    'training/log': ({ offset }, context) => sendLog(service, subject().job, offset, context),
    'training/logRange': ({ offset, length }) =>
      service.use(async (link) => {
        const pieces: LogPiece[] = [];
        for await (const piece of link.readLog(subject().job, offset, Math.min(length, MOST_BYTES)))
          pieces.push(piece);
        return pieces;
      }),
    'training/cancel': ({ now }) => cancel(service, subject().job, now),
    'training/runAgain': async () => {
      const { recipe, recipe_digest, params } = await info();
      const { job } = await service.launch(recipe, recipe_digest, params);
      opener.show({ kind: 'job', recipe, job });
    },
    'training/edit': async () => {
      const { recipe, params } = await info();
      opener.show({ kind: 'form', recipe, params });
    },
    'training/openLog': async () => {
      const { recipe, job } = subject();
      await app.report.command(vscode.l10n.t('Open Log'), () => logs.open(recipe, job));
    },
    'training/outputs': () => outputsOf(service, subject().recipe, subject().job),
    'training/output': ({ path }) => showOutput(service, subject(), path),
  };
}

/** Tells a page of a job until it no longer listens. */
function follow(
  service: TrainingService,
  job: string,
  { signal, progress }: CallContext<JobUpdate>,
): Promise<void> {
  return service.use(async (link) => {
    const { job: info } = await link.request('job.get', { job });
    const updates = new Updates(info);
    const watching = [link.watch(job)];
    if (!isTerminal(info.state)) link.track(job);
    try {
      await new Promise<void>((resolve) => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        const tell = (): void => {
          timer = undefined;
          const update = updates.next(link.view(job), link.history(job), link.connection);
          if (!signal.aborted) progress(update);
        };
        const soon = (): void => {
          timer ??= setTimeout(tell, UPDATE_MS);
        };
        watching.push(
          link.onDidChangeJob((changed) => {
            if (changed === job) soon();
          }),
          link.onDidChangeConnection(soon),
        );
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
        if (signal.aborted) resolve();
        else tell();
      });
    } finally {
      for (const each of watching) each.dispose();
    }
  });
}

function sendLog(
  service: TrainingService,
  job: string,
  offset: number,
  { signal, progress }: CallContext<LogPiece>,
): Promise<void> {
  return service.use(async (link) => {
    const log = link.openLog(job, offset);
    const close = (): void => log.close();
    signal.addEventListener('abort', close);
    try {
      for await (const { bytes, offset: at, generation, gap } of log)
        progress({ bytes, offset: at, generation, gap });
    } finally {
      signal.removeEventListener('abort', close);
      log.close();
    }
  });
}

/** Asks a job to end; at once only after the user was asked too. */
async function cancel(service: TrainingService, job: string, now: boolean): Promise<void> {
  if (now) {
    const kill = vscode.l10n.t('End Now');
    const picked = await vscode.window.showWarningMessage(
      vscode.l10n.t('End the job at once?'),
      {
        modal: true,
        detail: vscode.l10n.t('Its processes are killed. What they have not saved is lost.'),
      },
      kill,
    );
    if (picked !== kill) return;
  }
  await service.use((link) =>
    link.request('job.cancel', { job, mode: now ? 'now' : 'graceful', reason: 'user' }),
  );
}
