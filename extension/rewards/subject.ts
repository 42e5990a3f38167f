import type { RewardsSubject } from '../../core/protocol/panels/rewards';
import type { RolloutAddress } from '../../core/protocol/rollout-uri';
import * as vscode from 'vscode';
import { baseName } from '../rollout-view/address';

/** The subject of a panel over some files and folders. */
export function subjectOf(
  uris: readonly vscode.Uri[],
  rollout: RolloutAddress | null = null,
): RewardsSubject {
  return { paths: uris.map(String), name: nameOf(uris), rollout };
}

/** `search-r1`, `step_1.jsonl`, `3 files in search-r1`. */
function nameOf(uris: readonly vscode.Uri[]): string {
  const [first, ...others] = uris;
  if (!first) return '';
  if (others.length === 0) return baseName(withoutSlash(first)) || first.path;
  const folder = parentOf(first);
  return others.every((uri) => parentOf(uri).path === folder.path)
    ? vscode.l10n.t('{0} files in {1}', uris.length, baseName(folder))
    : vscode.l10n.t('{0} files', uris.length);
}

/** The folder that something lies in. */
export function parentOf(uri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(withoutSlash(uri), '..');
}

function withoutSlash(uri: vscode.Uri): vscode.Uri {
  return uri.path.length > 1 && uri.path.endsWith('/') ? uri.with({ path: uri.path.slice(0, -1) }) : uri;
}
