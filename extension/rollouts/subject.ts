import type * as vscode from 'vscode';
import type { RolloutsSubject } from '../../core/protocol/panels/rollouts';
import { subjectOf as namedSubject } from '../rewards/subject';
import type { Wish } from './target';

/** The subject of an editor over some files and folders. */
export function subjectOf(uris: readonly vscode.Uri[], { rollout, filter }: Wish): RolloutsSubject {
  const { paths, name } = namedSubject(uris);
  return { paths, name, rollout, filter: filter ?? '' };
}
