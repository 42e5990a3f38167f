import * as vscode from 'vscode';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import { requests } from '../../core/protocol/server';
import type { App } from '../app';
import { UserError } from '../common/errors';
import { unmarked } from '../common/unmarked';
import { baseName } from './address';
import { compareAddresses } from './compare';
import { morePickItem, pickItem, type PickItem } from './pick-item';

/** Records asked for at once: the first page is there at once, also where records are long. */
const PAGE = 50;
/** How many are read before the user is asked whether to read on. */
const BATCH = 1000;

interface PickOptions {
  /** The record to begin with; the list then holds those after it, and goes round to those before. */
  readonly from?: number;
  /** The rollout that is shown already. */
  readonly current?: RolloutAddress;
}

/**
 * Lets the user pick one of a file's rollouts; undefined when they pick none. A file with a single rollout is not
 * asked about. The list fills while it is open, and typing filters by question, answer, gold, numbers and rules.
 */
export async function pickRollout(
  app: App,
  file: vscode.Uri,
  { from = 0, current }: PickOptions = {},
): Promise<RolloutAddress | undefined> {
  const pick = vscode.window.createQuickPick<PickItem>();
  const abort = new vscode.CancellationTokenSource();
  pick.title = vscode.l10n.t('Rollouts of {0}', baseName(file));
  pick.placeholder = vscode.l10n.t('Type to filter by question, answer, gold, score or rule');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  const list = new RolloutList(app, file, from, abort.token);
  try {
    const [first, ...others] = await list.read(PAGE);
    if (!first) throw new UserError(await withoutRollouts(app, file));
    if (others.length === 0 && list.atEnd && first.address) return first.address;
    return await new Promise<RolloutAddress | undefined>((resolve, reject) => {
      const fill = (until: number): void => {
        pick.busy = true;
        list.fill(until, () => show(pick, list, current)).then(() => (pick.busy = false), reject);
      };
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems;
        if (item && item.address === null) fill(list.items.length + BATCH);
        else resolve(item?.address ?? undefined);
      });
      pick.onDidHide(() => resolve(undefined));
      show(pick, list, current);
      pick.show();
      fill(BATCH);
    });
  } finally {
    abort.cancel();
    abort.dispose();
    pick.dispose();
  }
}

/** The sentence for a file without rollouts, with what is known of the reason. */
async function withoutRollouts(app: App, file: vscode.Uri): Promise<string> {
  const { none } = await app.server.request(requests.describeFile, { file: file.toString() });
  return none === null
    ? vscode.l10n.t('{0} holds no rollouts.', baseName(file))
    : vscode.l10n.t('{0} holds no rollouts: {1}', baseName(file), unmarked(none));
}

/** The part of a file's list that was read so far. */
class RolloutList {
  readonly items: PickItem[] = [];
  private next: number | null;

  constructor(
    private readonly app: App,
    private readonly file: vscode.Uri,
    from: number,
    private readonly token: vscode.CancellationToken,
  ) {
    this.next = from;
  }

  get atEnd(): boolean {
    return this.next === null;
  }

  async read(count: number): Promise<readonly PickItem[]> {
    while (this.next !== null) {
      const params = { file: this.file.toString(), from: this.next, count };
      const page = await this.app.server.request(requests.listRollouts, params, this.token);
      this.next = page.next;
      this.items.push(...page.rollouts.map(pickItem));
      if (page.rollouts.length > 0) break;
    }
    return this.items;
  }

  /** Reads until there are so many, or no more. */
  async fill(until: number, onRead: () => void): Promise<void> {
    while (!this.atEnd && this.items.length < until && !this.token.isCancellationRequested) {
      await this.read(PAGE);
      onRead();
    }
  }
}

/** Shows what was read; the active item stays active. */
function show(
  pick: vscode.QuickPick<PickItem>,
  list: RolloutList,
  current: RolloutAddress | undefined,
): void {
  const wanted = pick.activeItems[0]?.address ?? current;
  pick.items = list.atEnd ? list.items : [...list.items, morePickItem(BATCH)];
  const active = list.items.find(
    ({ address }) => wanted && address && compareAddresses(address, wanted) === 0,
  );
  if (active) pick.activeItems = [active];
}
