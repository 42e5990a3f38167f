import * as vscode from 'vscode';
import { plainLabel } from '../common/plain-label';

/** Files of a workspace that may hold a corpus: by their names, since looking into all would take long. */
const CORPORA = [
  '**/*{corpus,passages,wiki,documents}*.{jsonl,json}',
  '**/{corpus,corpora,passages}/*.{jsonl,json}',
];
const MOST = 100;
/** Questions lie beside a corpus, and are none. */
const QUESTIONS = /quer(?:y|ies)|question/i;

interface Item extends vscode.QuickPickItem {
  readonly uri?: vscode.Uri;
}

/** Lets the user pick the files of a corpus; undefined where they called it off. */
export async function pickCorpora(): Promise<readonly vscode.Uri[] | undefined> {
  const lists = await Promise.all(
    CORPORA.map((pattern) => vscode.workspace.findFiles(pattern, '**/node_modules/**', MOST)),
  );
  const found = new Map(lists.flat().map((uri) => [uri.toString(), uri]));
  const items: Item[] = [...found.values()]
    .filter(({ path }) => !QUESTIONS.test(path.slice(path.lastIndexOf('/'))))
    .sort((left, right) => left.path.localeCompare(right.path))
    .map((uri) => ({ label: plainLabel(vscode.workspace.asRelativePath(uri), 160), uri }));
  if (items.length === 0) return browse();
  const other: Item = { label: vscode.l10n.t('$(folder-opened) Other files...') };
  const chosen = await vscode.window.showQuickPick([...items, other], {
    title: vscode.l10n.t('Corpus to index'),
    placeHolder: vscode.l10n.t('JSON or JSONL with a title and a text, or contents, for each passage'),
    matchOnDescription: true,
  });
  if (!chosen) return undefined;
  return chosen.uri ? [chosen.uri] : browse();
}

async function browse(): Promise<readonly vscode.Uri[] | undefined> {
  return vscode.window.showOpenDialog({
    title: vscode.l10n.t('Corpus to index'),
    openLabel: vscode.l10n.t('Index'),
    canSelectMany: true,
    filters: { [vscode.l10n.t('Corpora')]: ['jsonl', 'json'], [vscode.l10n.t('All files')]: ['*'] },
  });
}
