import * as vscode from 'vscode';
import { endpointOf } from '../../core/agent/endpoint';
import { plainLabel } from '../common/plain-label';
import { setting } from '../settings';
import type { ModelMemory } from './memory';

/** Milliseconds that a word in the status bar stays. */
const BRIEFLY = 4000;

/** Lets the user choose origins, all of them at first; deletes their keys and takes permissions to send back. */
export async function forgetKeys(memory: ModelMemory): Promise<void> {
  const known = await memory.origins(currentOrigin());
  if (known.length === 0) {
    vscode.window.setStatusBarMessage(vscode.l10n.t('No key or permission is stored'), BRIEFLY);
    return;
  }
  const items = known.map(({ origin, key, allowed }) => ({
    origin,
    label: plainLabel(origin, 160),
    description: [
      ...(key ? [vscode.l10n.t('key')] : []),
      ...(allowed ? [vscode.l10n.t('permission to send')] : []),
    ].join(', '),
    picked: true,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Forget Model Keys'),
    placeHolder: vscode.l10n.t(
      'Keys are deleted, and permissions to send taken back, for those that are checked',
    ),
    canPickMany: true,
  });
  for (const { origin } of picked ?? []) await memory.forget(origin);
  if (picked && picked.length > 0) {
    vscode.window.setStatusBarMessage(
      vscode.l10n.t('Forgotten: {0}', picked.map(({ label }) => label).join(', ')),
      BRIEFLY,
    );
  }
}

/** Origin of the endpoint in the settings; null where there is none, or none that can be used and so has no key. */
function currentOrigin(): string | null {
  try {
    return endpointOf(setting('model.baseUrl')).origin;
  } catch (error) {
    if (error instanceof Error && error.name === 'UsageError') return null;
    throw error;
  }
}
