import * as vscode from 'vscode';
import type { RecordSummary } from '../../core/protocol/records';
import { requests } from '../../core/protocol/server';
import type { App } from '../app';
import { plainLabel } from '../common/plain-label';
import { unmarked } from '../common/unmarked';
import { baseName } from '../rollout-view/address';

/** Records asked for at once. */
const PAGE = 200;

interface RecordItem extends vscode.QuickPickItem {
  /** Null for the line that asks for more. */
  readonly index: number | null;
}

/** Lets the user pick one of a file's records; undefined where they pick none. A file of one record is not asked about. */
export async function pickRecord(app: App, file: vscode.Uri): Promise<number | undefined> {
  const pick = vscode.window.createQuickPick<RecordItem>();
  const abort = new vscode.CancellationTokenSource();
  const items: RecordItem[] = [];
  let next: number | null = 0;
  const read = async (): Promise<void> => {
    if (next === null) return;
    const params = { file: file.toString(), from: next, count: PAGE };
    const page = await app.server.request(requests.listRecords, params, abort.token);
    next = page.next;
    items.push(...page.records.map(itemOf));
  };
  pick.title = vscode.l10n.t('Records of {0}', baseName(file));
  pick.placeholder = vscode.l10n.t('Type to filter by what stands in them');
  pick.keepScrollPosition = true;
  try {
    await read();
    const [first] = items;
    if (items.length === 1 && next === null && first?.index !== null) return first?.index;
    return await new Promise<number | undefined>((resolve, reject) => {
      const show = (): void => {
        const more = {
          label: `$(ellipsis) ${vscode.l10n.t('Read {0} more', PAGE)}`,
          alwaysShow: true,
          index: null,
        };
        pick.items = next === null ? items : [...items, more];
        pick.busy = false;
      };
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems;
        if (!item) return;
        if (item.index !== null) return resolve(item.index);
        pick.busy = true;
        read().then(show, reject);
      });
      pick.onDidHide(() => resolve(undefined));
      show();
      pick.show();
    });
  } finally {
    abort.cancel();
    abort.dispose();
    pick.dispose();
  }
}

function itemOf({ index, opening, fault }: RecordSummary): RecordItem {
  const label = `$(${fault === null ? 'json' : 'circle-slash'}) ${index}  ${plainLabel(opening, 140)}`;
  return fault === null ? { label, index } : { label, detail: plainLabel(unmarked(fault), 160), index };
}
