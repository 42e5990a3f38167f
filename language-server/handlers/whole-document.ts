import type { CancellationToken, CodeLens, SemanticTokens } from 'vscode-languageserver';
import type { PositionRange } from '../../core/protocol/server';
import { lensCommand, lensData, searchLens } from '../features/code-lens';
import { folding } from '../features/folding';
import { headerLens } from '../features/header-lens';
import { turnHints } from '../features/inlay-hints';
import { outline } from '../features/outline';
import { collect, type RolloutFeature } from '../features/provider';
import { encodeTokens, placedTokens } from '../features/token-encoding';
import { withSignal } from '../host/signals';
import { type PlacedRollout, touchesLines } from '../places/placed-rollout';
import type { Host } from './host';

/** Registers the features that describe a whole document: colours, folds, outline, lenses, hints. */
export function registerWholeDocument(host: Host): void {
  const { connection } = host;
  const { semanticTokens: tokens, inlayHint } = connection.languages;
  tokens.on(({ textDocument }, token) => answerTokens(host, textDocument.uri, null, token));
  tokens.onRange(({ textDocument, range }, token) => answerTokens(host, textDocument.uri, range, token));
  connection.onFoldingRanges(({ textDocument }, token) => answerList(host, folding, textDocument.uri, token));
  connection.onDocumentSymbol(({ textDocument }, token) =>
    answerList(host, outline, textDocument.uri, token),
  );
  connection.onCodeLens(({ textDocument }, token) => answerLenses(host, textDocument.uri, token));
  connection.onCodeLensResolve((lens) => resolveLens(host, lens));
  inlayHint.on(({ textDocument: { uri }, range }, token) =>
    host.guard.answer('inlay hints', [], async () => {
      const { inlayHints } = await host.settings.of(uri);
      return inlayHints.enabled ? answerList(host, turnHints(range), uri, token, range) : [];
    }),
  );
}

function answerList<Item>(
  { guard, rollouts }: Host,
  feature: RolloutFeature<Item>,
  uri: string,
  token: CancellationToken,
  range: PositionRange | null = null,
): Promise<Item[]> {
  return guard.answer(feature.name, [], () =>
    withSignal(token, async (signal) => {
      const all = await rollouts.of(uri);
      const shown = range ? all.filter((placed) => touchesLines(placed, range)) : all;
      return collect(guard, feature, shown, signal);
    }),
  );
}

function answerTokens(
  { guard, rollouts }: Host,
  uri: string,
  range: PositionRange | null,
  token: CancellationToken,
): Promise<SemanticTokens> {
  return guard.answer('semantic tokens', { data: [] }, () =>
    withSignal(token, async (signal) => {
      const all = await rollouts.of(uri);
      const shown = range ? all.filter((placed) => touchesLines(placed, range)) : all;
      return encodeTokens(await collect(guard, placedTokens(range), shown, signal));
    }),
  );
}

function answerLenses(host: Host, uri: string, token: CancellationToken): Promise<CodeLens[]> {
  return host.guard.answer('code lens', [], async () => {
    const { codeLens } = await host.settings.of(uri);
    if (!codeLens.enabled) return [];
    const numbers = new Map<PlacedRollout, number>();
    for (const [number, placed] of (await host.rollouts.of(uri)).entries()) numbers.set(placed, number);
    const [headers, searches] = await Promise.all([
      answerList(host, headerLens, uri, token),
      answerList(host, searchLens(uri, numbers), uri, token),
    ]);
    return [...headers, ...searches];
  });
}

/** A lens whose search has gone keeps no title; the editor asks for new ones. */
function resolveLens({ guard, rollouts, documents }: Host, lens: CodeLens): Promise<CodeLens> {
  return guard.answer('code lens', lens, async () => {
    const data = lensData(lens.data);
    const placed = data && (await rollouts.of(data.uri))[data.rollout];
    const command = placed && lensCommand(placed, data, documents(data.uri));
    return command ? { ...lens, command } : lens;
  });
}
