import {
  type ClientCapabilities,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { TOKEN_MODIFIERS, TOKEN_TYPES } from '../../core/protocol/semantic-tokens';
import { PROTOCOL_VERSION } from '../../core/protocol/server';
import type { ClientAbilities } from './host';

/** What the server offers. */
export const capabilities: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
  semanticTokensProvider: {
    legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [...TOKEN_MODIFIERS] },
    full: true,
    range: true,
  },
  foldingRangeProvider: true,
  documentSymbolProvider: true,
  codeLensProvider: { resolveProvider: true },
  inlayHintProvider: true,
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  experimental: { tracehop: { protocol: PROTOCOL_VERSION } },
};

/** What the client can do. */
export function abilitiesOf({ workspace, textDocument }: ClientCapabilities): ClientAbilities {
  return {
    configuration: workspace?.configuration === true,
    configurationEvents: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    folderEvents: workspace?.workspaceFolders === true,
    definitionLinks: textDocument?.definition?.linkSupport === true,
    lensRefresh: workspace?.codeLens?.refreshSupport === true,
    hintRefresh: workspace?.inlayHint?.refreshSupport === true,
  };
}
