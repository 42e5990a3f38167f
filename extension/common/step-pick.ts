import * as vscode from 'vscode';

/** One question of several: what is asked, and what stands there already. */
export interface StepQuestion<Item extends vscode.QuickPickItem> {
  readonly title: string;
  readonly placeholder: string;
  readonly items: readonly Item[];
  /** The item that Enter takes. */
  readonly preselected?: Item | undefined;
  /** Whether there is a step before it. */
  readonly back: boolean;
}

/** Asks one question of several; `back` where the user wants the one before. Escape is a cancellation. */
export function pickStep<Item extends vscode.QuickPickItem>({
  title,
  placeholder,
  items,
  preselected,
  back,
}: StepQuestion<Item>): Promise<Item | 'back'> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = title;
  pick.placeholder = placeholder;
  pick.items = items;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.buttons = back ? [vscode.QuickInputButtons.Back] : [];
  if (preselected) pick.activeItems = [preselected];
  return new Promise<Item | 'back'>((resolve, reject) => {
    pick.onDidTriggerButton(() => resolve('back'));
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item) resolve(item);
    });
    pick.onDidHide(() => reject(new vscode.CancellationError()));
    pick.show();
  }).finally(() => pick.dispose());
}
