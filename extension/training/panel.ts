import * as vscode from 'vscode';
import type { Handlers } from '../../core/protocol/panels/channel';
import type { TrainingSubject, TrainingView } from '../../core/protocol/panels/training';
import type { PanelKind } from '../panels/kind';
import { changes } from '../settings';
import { formCalls } from './form-calls';
import { jobCalls } from './job-calls';
import type { LogDocuments } from './log-document';
import type { TrainingService } from './service';
import { readSubject } from './subject';

/** What opens panels; the calls of one panel open others. */
export interface Opener {
  show(subject: TrainingSubject): void;
}

/** The panel of a training job, from its form to its end: one a recipe's form, one a job. */
export function trainingPanel(
  service: TrainingService,
  logs: LogDocuments,
  opener: Opener,
): PanelKind<TrainingView> {
  return {
    view: 'training',
    title: titleOf,
    key: (subject) => (subject.kind === 'form' ? `form ${subject.recipe}` : `job ${subject.job}`),
    readSubject,
    handlers(app, panel): Handlers<TrainingView['toHost']> {
      panel.life.add(service.hold());
      panel.life.add(
        vscode.workspace.onDidChangeConfiguration((event) => {
          if (changes(event, 'training.python')) panel.tell('training/pythonChanged', null);
        }),
      );
      return { ...formCalls(app, service, panel, opener), ...jobCalls(app, service, panel, opener, logs) };
    },
  };
}

function titleOf(subject: TrainingSubject): string {
  return subject.kind === 'form'
    ? vscode.l10n.t('Train {0}', subject.recipe)
    : `${subject.recipe} ${subject.job.slice(-6)}`;
}
