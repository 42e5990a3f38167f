import type * as vscode from 'vscode';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import type { App } from '../app';
import { activeUri } from '../common/active-editor';
import { addressOf } from './address';
import { addressIn, nothingOpen, placeAtCursor } from './at-cursor';
import { pickRollout } from './pick';

/**
 * The rollout that a command is about: the one named, the one that is open, that at the cursor of a file, or one the
 * user picks; undefined where they pick none.
 */
export async function chosenRollout(
  app: App,
  target: vscode.Uri | RolloutAddress | undefined,
): Promise<RolloutAddress | undefined> {
  if (target && 'index' in target) return target;
  const uri = target ?? activeUri();
  if (!uri) throw nothingOpen();
  const shown = addressOf(uri);
  if (shown) return shown;
  const place = await placeAtCursor(app, uri);
  return place ? addressIn(place) : pickRollout(app, uri, {});
}
