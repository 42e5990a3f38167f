import type { Connection } from 'vscode-languageserver';
import type { DocumentSource, RolloutDocuments } from '../documents/rollout-documents';
import type { ElsewhereIndex } from '../elsewhere/elsewhere-index';
import type { FileCache } from '../files/file-cache';
import type { Guard } from '../host/guard';
import type { SettingsStore } from '../host/settings';

/** What the client can do, as far as answers depend on it. */
export interface ClientAbilities {
  readonly configuration: boolean;
  readonly configurationEvents: boolean;
  readonly folderEvents: boolean;
  readonly definitionLinks: boolean;
  readonly lensRefresh: boolean;
  readonly hintRefresh: boolean;
}

/** What the handlers of editor requests share. */
export interface Host {
  readonly connection: Connection;
  readonly guard: Guard;
  readonly settings: SettingsStore;
  readonly files: FileCache;
  readonly documents: DocumentSource;
  readonly rollouts: RolloutDocuments;
  readonly elsewhere: ElsewhereIndex;
  abilities(): ClientAbilities;
}
