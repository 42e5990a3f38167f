import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { requests } from '../../core/protocol/server';
import type { App } from '../app';
import { UserError } from '../common/errors';
import { linkless } from '../common/linkless';
import { plainLabel } from '../common/plain-label';
import { baseName } from '../rollout-view/address';
import { pickCorpora } from './pick-corpora';
import type { CurrentIndex } from './current-index';

/** Builds an index over corpora that the user picks, and makes it the workspace's. False where they called it off. */
export async function buildIndex(app: App, current: CurrentIndex, given?: vscode.Uri): Promise<boolean> {
  const corpora = given ? [given] : await pickCorpora();
  if (!corpora || corpora.length === 0) return false;
  const elsewhere = corpora.find(({ scheme }) => scheme !== 'file');
  if (elsewhere) {
    throw new UserError(
      vscode.l10n.t(
        'An index is built of files on disk, and {0} is none: save it there first.',
        baseName(elsewhere),
      ),
    );
  }
  const out = vscode.Uri.joinPath(current.folder, indexName(corpora));
  await vscode.workspace.fs.createDirectory(current.folder);
  const names = linkless(corpora.map(baseName).join(', '));
  const built = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Building an index of {0}', names),
      cancellable: true,
    },
    (progress, token) => {
      let share = 0;
      return app.server.request(
        requests.buildIndex,
        { corpora: corpora.map(({ fsPath }) => fsPath), out: out.fsPath, engines: ['bm25'] },
        token,
        {
          onProgress: (now) => {
            progress.report({ message: progressWords(now), increment: (now.share - share) * 100 });
            share = now.share;
          },
        },
      );
    },
  );
  await current.choose(out.fsPath);
  const { documents } = built.index;
  const done = vscode.l10n.t('Indexed {0} passages of {1}', documents.toLocaleString(), names);
  if (built.bad === 0) vscode.window.setStatusBarMessage(plainLabel(done, 160), 6000);
  else {
    const skipped = vscode.l10n.t(
      '{0}; {1} records were no passages: {2}',
      done,
      built.bad,
      built.badExamples[0] ?? '',
    );
    app.report.start('notice', () => vscode.window.showWarningMessage(linkless(skipped)));
  }
  return true;
}

interface Now {
  readonly phase: string;
  readonly documents: number;
  readonly secondsLeft: number | null;
}

function progressWords({ phase, documents, secondsLeft }: Now): string {
  const left = secondsLeft === null ? '' : vscode.l10n.t(', {0} s left', Math.ceil(secondsLeft));
  return vscode.l10n.t('{0}: {1} passages{2}', phase, documents.toLocaleString(), left);
}

/** One name a set of corpora, so that building again takes up an earlier build. */
function indexName(corpora: readonly vscode.Uri[]): string {
  const paths = corpora.map(({ fsPath }) => fsPath).sort();
  const hash = createHash('sha256').update(paths.join('\n')).digest('hex').slice(0, 12);
  const stem = (corpora[0] ? baseName(corpora[0]) : 'corpus').replace(/\.\w+$/, '').replace(/[^\w.-]+/g, '-');
  return `${stem}-${hash}.duckdb`;
}
